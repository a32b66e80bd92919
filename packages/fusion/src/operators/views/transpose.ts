import { integersOf } from '../../graph/attributes.ts';
import { GraphError } from '../../graph/errors.ts';
import { typeText } from '../../graph/types.ts';
import type { Attributes, Type } from '../../graph/types.ts';
import { stridesOf } from '../contract.ts';
import type { View } from '../contract.ts';
import { operandAt } from '../rules.ts';

export const transpose: View = {
  name: 'transpose',
  class: 'view',
  summary: 'axes in another order: axis k of the result is axis permutation[k] of the operand',
  arity: 1,
  attributes: { permutation: 'integers' },
  infer: (operands, attributes) => permuted(operandAt(operands, 0), attributes),
  places: ({ operands, attributes }) => {
    const strides = stridesOf(operandAt(operands, 0).shape);
    return { offset: 0, strides: integersOf(attributes, 'permutation').map((axis) => strides[axis] ?? 0) };
  },
  gradient: ({ op, slope, call }) => {
    const permutation = integersOf(call.attributes, 'permutation');
    const inverse = permutation.map((_, axis) => permutation.indexOf(axis));
    return [op('transpose', [slope], { permutation: inverse })];
  },
};

function permuted(operand: Type, attributes: Attributes): Type {
  const permutation = integersOf(attributes, 'permutation');
  const sorted = permutation.toSorted((left, right) => left - right);
  if (permutation.length !== operand.shape.length || sorted.some((axis, place) => axis !== place))
    throw new GraphError(
      'ShapeError',
      `transpose takes every axis of ${typeText(operand)} once, not [${permutation.join(', ')}]`,
    );
  return { dtype: operand.dtype, shape: permutation.map((axis) => operand.shape[axis] ?? 0) };
}
