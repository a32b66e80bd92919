import { integersOf } from '../../graph/attributes.ts';
import type { Shape } from '../../graph/types.ts';
import { stridesOf } from '../contract.ts';
import type { Places, View } from '../contract.ts';
import { canBroadcast, operandAt, shapeError } from '../rules.ts';
import { sumTo } from '../sum-to.ts';

export const broadcast: View = {
  name: 'broadcast',
  class: 'view',
  summary: 'repeats axes of length 1, and the whole along axes before the first',
  arity: 1,
  attributes: { shape: 'shape' },
  infer: (operands, attributes) => {
    const operand = operandAt(operands, 0);
    const type = { dtype: operand.dtype, shape: integersOf(attributes, 'shape') };
    if (canBroadcast(operand.shape, type.shape)) return type;
    throw shapeError('broadcast repeats axes of length 1, aligned at the last', [operand, type]);
  },
  places: ({ operands, type }) => broadcastPlaces(operandAt(operands, 0).shape, type.shape),
  gradient: ({ op, slope, call }) => [sumTo(op, slope, operandAt(call.operands, 0).shape)],
};

/** Where the elements of a broadcast come from: axes that repeat have the stride 0. */
export function broadcastPlaces(shape: Shape, target: Shape): Places {
  const strides = stridesOf(shape);
  const missing = target.length - shape.length;
  return {
    offset: 0,
    strides: target.map((_, axis) => (shape[axis - missing] === 1 ? 0 : (strides[axis - missing] ?? 0))),
  };
}
