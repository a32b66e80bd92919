import { integersOf } from '../../graph/attributes.ts';
import { countOf } from '../../graph/types.ts';
import type { View } from '../contract.ts';
import { operandAt, shapeError } from '../rules.ts';

export const reshape: View = {
  name: 'reshape',
  class: 'view',
  summary: 'the same elements in the same order under another shape',
  arity: 1,
  attributes: { shape: 'shape' },
  infer: (operands, attributes) => {
    const operand = operandAt(operands, 0);
    const type = { dtype: operand.dtype, shape: integersOf(attributes, 'shape') };
    if (countOf(type.shape) === countOf(operand.shape)) return type;
    throw shapeError('reshape keeps the number of elements', [operand, type]);
  },
  places: () => null,
  gradient: ({ op, slope, call }) => [op('reshape', [slope], { shape: operandAt(call.operands, 0).shape })],
};
