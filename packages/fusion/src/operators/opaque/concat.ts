import { integerOf } from '../../graph/attributes.ts';
import { countOf, sameShape } from '../../graph/types.ts';
import type { Attributes, Shape, Type } from '../../graph/types.ts';
import type { Call, Opaque } from '../contract.ts';
import { checkAxes, dtypeError, operandAt, shapeError } from '../rules.ts';

export const concat: Opaque = {
  name: 'concat',
  class: 'opaque',
  summary: 'operands one behind the other along an axis',
  arity: [1, Infinity],
  attributes: { axis: 'integer' },
  infer: joined,
  evaluate: join,
  flops: () => 0,
  gradient: ({ op, slope, call }) => {
    const axis = integerOf(call.attributes, 'axis');
    return startsOf(call).map((start, index) => {
      const { shape } = operandAt(call.operands, index);
      const at = (edge: number, other: (length: number) => number) =>
        shape.map((length, each) => (each === axis ? edge : other(length)));
      const stop = start + (shape[axis] ?? 0);
      return op('slice', [slope], { starts: at(start, () => 0), stops: at(stop, (length) => length) });
    });
  },
};

function joined(operands: readonly Type[], attributes: Attributes): Type {
  const first = operandAt(operands, 0);
  const axis = integerOf(attributes, 'axis');
  checkAxes('concat', [axis], first);
  for (const other of operands) {
    const isOfRank = other.shape.length === first.shape.length;
    if (!isOfRank || !sameShape(without(first.shape, axis), without(other.shape, axis)))
      throw shapeError(`concat takes shapes that differ along axis ${axis} only`, operands);
    if (other.dtype !== first.dtype)
      throw dtypeError('concat takes operands of one element type', operands, 'cast first');
  }
  const length = operands.reduce((sum, { shape }) => sum + (shape[axis] ?? 0), 0);
  return { dtype: first.dtype, shape: first.shape.map((each, at) => (at === axis ? length : each)) };
}

function without(shape: Shape, axis: number): Shape {
  return shape.filter((_, at) => at !== axis);
}

// Where each operand begins along the axis.
function startsOf({ operands, attributes }: Call): readonly number[] {
  const axis = integerOf(attributes, 'axis');
  let start = 0;
  return operands.map(({ shape }) => {
    const begin = start;
    start += shape[axis] ?? 0;
    return begin;
  });
}

// An operand is a row of stretches, one for each place of the axes before; they take turns.
function join(call: Call, ...operands: Float64Array[]): Float64Array {
  const axis = integerOf(call.attributes, 'axis');
  const outer = countOf(call.type.shape.slice(0, axis));
  const result = new Float64Array(countOf(call.type.shape));
  const row = result.length / Math.max(outer, 1);
  const inner = countOf(call.type.shape.slice(axis + 1));
  const starts = startsOf(call);
  for (const [index, data] of operands.entries()) {
    const stretch = data.length / Math.max(outer, 1);
    for (let turn = 0; turn < outer; turn++)
      result.set(
        data.subarray(turn * stretch, (turn + 1) * stretch),
        turn * row + (starts[index] ?? 0) * inner,
      );
  }
  return result;
}
