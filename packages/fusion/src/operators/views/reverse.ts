import { integersOf } from '../../graph/attributes.ts';
import { stridesOf } from '../contract.ts';
import type { View } from '../contract.ts';
import { checkAxes, operandAt } from '../rules.ts';

export const reverse: View = {
  name: 'reverse',
  class: 'view',
  summary: 'the last element first, along axes',
  arity: 1,
  attributes: { axes: 'integers' },
  infer: (operands, attributes) => {
    const operand = operandAt(operands, 0);
    checkAxes('reverse', integersOf(attributes, 'axes'), operand);
    return operand;
  },
  places: ({ attributes, type: { shape } }) => {
    const axes = integersOf(attributes, 'axes');
    const strides = stridesOf(shape);
    return {
      offset: axes.reduce((offset, axis) => offset + ((shape[axis] ?? 1) - 1) * (strides[axis] ?? 0), 0),
      strides: strides.map((stride, axis) => (axes.includes(axis) ? -stride : stride)),
    };
  },
  gradient: ({ op, slope, call }) => [op('reverse', [slope], call.attributes)],
};
