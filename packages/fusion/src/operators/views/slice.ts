import { integersOf } from '../../graph/attributes.ts';
import { GraphError } from '../../graph/errors.ts';
import { typeText } from '../../graph/types.ts';
import type { Attributes, Type } from '../../graph/types.ts';
import { stridesOf } from '../contract.ts';
import type { View } from '../contract.ts';
import { operandAt } from '../rules.ts';

export const slice: View = {
  name: 'slice',
  class: 'view',
  summary: 'from `starts` up to `stops`, every `steps`-th, along each axis',
  arity: 1,
  attributes: { starts: 'integers', stops: 'integers', steps: 'integers?' },
  infer: (operands, attributes) => sliced(operandAt(operands, 0), attributes),
  places: ({ operands, attributes }) => {
    const { starts, steps } = extent(operandAt(operands, 0), attributes);
    const strides = stridesOf(operandAt(operands, 0).shape);
    return {
      offset: starts.reduce((offset, start, axis) => offset + start * (strides[axis] ?? 0), 0),
      strides: strides.map((stride, axis) => stride * (steps[axis] ?? 1)),
    };
  },
  // Zeros where nothing was read: before, behind, and between the steps.
  gradient: ({ op, slope, call }) => {
    const operand = operandAt(call.operands, 0);
    const { starts, steps } = extent(operand, call.attributes);
    const ends = call.type.shape.map(
      (length, axis) => (starts[axis] ?? 0) + (length === 0 ? 0 : (length - 1) * (steps[axis] ?? 1) + 1),
    );
    const after = operand.shape.map((length, axis) => length - (ends[axis] ?? 0));
    const isDense = steps.every((step) => step === 1);
    const between = isDense ? {} : { between: steps.map((step) => step - 1) };
    return [op('pad', [slope], { before: starts, after, ...between })];
  },
};

function sliced(operand: Type, attributes: Attributes): Type {
  const { starts, stops, steps } = extent(operand, attributes);
  const isWithin = operand.shape.every((length, axis) => {
    const [start, stop] = [starts[axis] ?? -1, stops[axis] ?? -1];
    return start >= 0 && stop >= start && stop <= length && (steps[axis] ?? 0) >= 1;
  });
  if (!isWithin || [starts, stops, steps].some(({ length }) => length !== operand.shape.length))
    throw new GraphError(
      'ShapeError',
      `slice [${starts.join(', ')}] to [${stops.join(', ')}] by [${steps.join(', ')}] is not within ${typeText(operand)}`,
    );
  const shape = starts.map((start, axis) => Math.ceil(((stops[axis] ?? 0) - start) / (steps[axis] ?? 1)));
  return { dtype: operand.dtype, shape };
}

function extent({ shape }: Type, attributes: Attributes) {
  return {
    starts: integersOf(attributes, 'starts'),
    stops: integersOf(attributes, 'stops'),
    steps: integersOf(
      attributes,
      'steps',
      shape.map(() => 1),
    ),
  };
}
