import { integersOf, numberOf } from '../../graph/attributes.ts';
import { GraphError } from '../../graph/errors.ts';
import { countOf, typeText } from '../../graph/types.ts';
import type { Attributes, Type } from '../../graph/types.ts';
import { stridesOf } from '../contract.ts';
import type { Call, Opaque } from '../contract.ts';
import { checkNumber, operandAt } from '../rules.ts';
import { scattered } from '../scattered.ts';

export const pad: Opaque = {
  name: 'pad',
  class: 'opaque',
  summary: '`value` (0) before and after each axis, and between its elements',
  arity: 1,
  attributes: { before: 'integers', after: 'integers', between: 'integers?', value: 'number?' },
  infer: (operands, attributes) => padded(operandAt(operands, 0), attributes),
  evaluate: (call, data) => {
    const { before, between } = marginsOf(operandAt(call.operands, 0), call.attributes);
    const strides = stridesOf(call.type.shape);
    const into = new Float64Array(countOf(call.type.shape)).fill(numberOf(call.attributes, 'value', 0));
    const offset = before.reduce((sum, margin, axis) => sum + margin * (strides[axis] ?? 0), 0);
    const steps = strides.map((stride, axis) => stride * ((between[axis] ?? 0) + 1));
    const { shape } = operandAt(call.operands, 0);
    return scattered(into, data, { shape, offset, strides: steps, combine: (_, value) => value });
  },
  flops: () => 0,
  gradient: ({ op, slope, call }) => [op('slice', [slope], inner(call))],
};

function padded(operand: Type, attributes: Attributes): Type {
  const margins = marginsOf(operand, attributes);
  const rank = operand.shape.length;
  for (const [name, list] of Object.entries(margins))
    if (list.length !== rank || list.some((margin) => margin < 0))
      throw new GraphError(
        'ShapeError',
        `pad: ${name} is ${rank} lengths for ${typeText(operand)}, none negative, not [${list.join(', ')}]`,
      );
  checkNumber('value', numberOf(attributes, 'value', 0), operand.dtype);
  const { before, after, between } = margins;
  const shape = operand.shape.map(
    (length, axis) =>
      (before[axis] ?? 0) + length + Math.max(length - 1, 0) * (between[axis] ?? 0) + (after[axis] ?? 0),
  );
  return { dtype: operand.dtype, shape };
}

function marginsOf({ shape }: Type, attributes: Attributes) {
  const zeros = shape.map(() => 0);
  return {
    before: integersOf(attributes, 'before'),
    after: integersOf(attributes, 'after'),
    between: integersOf(attributes, 'between', zeros),
  };
}

// The slice that reads back what was padded.
function inner({ operands, attributes, type }: Call): Attributes {
  const { before, after, between } = marginsOf(operandAt(operands, 0), attributes);
  const stops = type.shape.map((length, axis) => length - (after[axis] ?? 0));
  const isDense = between.every((gap) => gap === 0);
  return { starts: before, stops, ...(isDense ? {} : { steps: between.map((gap) => gap + 1) }) };
}
