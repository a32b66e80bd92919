// Views of views are views, and views that show everything are nothing.
import { integersOf } from '../../graph/attributes.ts';
import { node } from '../../graph/build.ts';
import { countOf, sameShape } from '../../graph/types.ts';
import { again, listOf, operandsOf, reshaped } from '../rule.ts';
import type { Rule } from '../rule.ts';
import type { Expression } from '../../graph/expression.ts';

export const views: readonly Rule[] = [
  {
    name: 'transpose ∘ transpose → transpose',
    roots: ['transpose'],
    agreement: 'bitwise',
    why: 'a permutation of a permutation is one; axes in order are none',
    before:
      '%0 = input x : f32[2,3,4]\n%1 = transpose %0 {permutation = [1, 2, 0]} : f32[3,4,2]\n%2 = transpose %1 {permutation = [1, 2, 0]} : f32[4,2,3]\nreturn %2',
    after: '%0 = input x : f32[2,3,4]\n%1 = transpose %0 {permutation = [2, 0, 1]} : f32[4,2,3]\nreturn %1',
    apply: (outer) => {
      const [inner] = operandsOf(outer);
      const order = listOf(outer, 'permutation');
      if (order.every((axis, place) => axis === place)) return inner;
      if (inner.op !== 'transpose') return null;
      const first = listOf(inner, 'permutation');
      return node('transpose', [operandsOf(inner)[0]], {
        permutation: order.map((axis) => first[axis] ?? 0),
      });
    },
  },
  {
    name: 'transpose of axes of length 1 → reshape',
    roots: ['transpose'],
    agreement: 'bitwise',
    why: 'the longer axes keep their order, so that nothing moves',
    before: '%0 = input x : f32[4,1]\n%1 = transpose %0 {permutation = [1, 0]} : f32[1,4]\nreturn %1',
    after: '%0 = input x : f32[4,1]\n%1 = reshape %0 : f32[1,4]\nreturn %1',
    apply: (outer) => {
      const [x] = operandsOf(outer);
      const longer = listOf(outer, 'permutation').filter((axis) => x.type.shape[axis] !== 1);
      const isRising = longer.every((axis, place) => place === 0 || axis > (longer[place - 1] ?? 0));
      return isRising ? reshaped(x, outer.type.shape) : null;
    },
  },
  {
    name: 'reshape ∘ reshape → reshape',
    roots: ['reshape'],
    agreement: 'bitwise',
    why: 'the order of elements is kept by both; a reshape to the same shape is none',
    before: '%0 = input x : f32[2,6]\n%1 = reshape %0 : f32[12]\n%2 = reshape %1 : f32[3,4]\nreturn %2',
    after: '%0 = input x : f32[2,6]\n%1 = reshape %0 : f32[3,4]\nreturn %1',
    apply: (outer) => {
      const [inner] = operandsOf(outer);
      if (sameShape(inner.type.shape, outer.type.shape)) return inner;
      return inner.op === 'reshape' ? reshaped(operandsOf(inner)[0], outer.type.shape) : null;
    },
  },
  {
    name: 'broadcast ∘ broadcast → broadcast',
    roots: ['broadcast'],
    agreement: 'bitwise',
    why: 'what is repeated twice is repeated; a broadcast to the same shape is none',
    before: '%0 = input x : f32[1]\n%1 = broadcast %0 : f32[4]\n%2 = broadcast %1 : f32[3,4]\nreturn %2',
    after: '%0 = input x : f32[1]\n%1 = broadcast %0 : f32[3,4]\nreturn %1',
    apply: (outer) => {
      const [inner] = operandsOf(outer);
      if (sameShape(inner.type.shape, outer.type.shape)) return inner;
      return inner.op === 'broadcast' ? again(outer, operandsOf(inner)[0]) : null;
    },
  },
  {
    name: 'broadcast that repeats nothing → reshape',
    roots: ['broadcast'],
    agreement: 'bitwise',
    why: 'as many elements as before, in the same order; reshapes meet reshapes',
    before: '%0 = input x : f32[4]\n%1 = broadcast %0 : f32[1,4]\nreturn %1',
    after: '%0 = input x : f32[4]\n%1 = reshape %0 : f32[1,4]\nreturn %1',
    apply: (outer) => {
      const [x] = operandsOf(outer);
      return countOf(x.type.shape) === countOf(outer.type.shape) ? reshaped(x, outer.type.shape) : null;
    },
  },
  {
    name: 'reverse ∘ reverse → reverse',
    roots: ['reverse'],
    agreement: 'bitwise',
    why: 'an axis that is turned twice is as it was; no axis is no reverse',
    before:
      '%0 = input x : f32[2,3]\n%1 = reverse %0 {axes = [0, 1]} : f32[2,3]\n%2 = reverse %1 {axes = [1]} : f32[2,3]\nreturn %2',
    after: '%0 = input x : f32[2,3]\n%1 = reverse %0 {axes = [0]} : f32[2,3]\nreturn %1',
    apply: (outer) => {
      const [inner] = operandsOf(outer);
      const axes = listOf(outer, 'axes').filter((axis) => outer.type.shape[axis] !== 1);
      if (axes.length === 0) return inner;
      if (inner.op !== 'reverse') return null;
      const first = listOf(inner, 'axes');
      const once = [...outer.type.shape.keys()].filter(
        (axis) => axes.includes(axis) !== first.includes(axis),
      );
      return node('reverse', [operandsOf(inner)[0]], { axes: once });
    },
  },
  {
    name: 'slice of everything → x',
    roots: ['slice'],
    agreement: 'bitwise',
    why: 'nothing is left out',
    before: '%0 = input x : f32[2,3]\n%1 = slice %0 {starts = [0, 0], stops = [2, 3]} : f32[2,3]\nreturn %1',
    after: '%0 = input x : f32[2,3]\nreturn %0',
    apply: (part) => {
      const [x] = operandsOf(part);
      return sameShape(x.type.shape, part.type.shape) ? x : null;
    },
  },
  {
    name: 'slice ∘ slice → slice',
    roots: ['slice'],
    agreement: 'bitwise',
    why: 'starts add up in steps of the first, steps multiply',
    before:
      '%0 = input x : f32[12]\n%1 = slice %0 {starts = [1], stops = [11], steps = [2]} : f32[5]\n%2 = slice %1 {starts = [1], stops = [4]} : f32[3]\nreturn %2',
    after:
      '%0 = input x : f32[12]\n%1 = slice %0 {starts = [3], stops = [8], steps = [2]} : f32[3]\nreturn %1',
    apply: (outer) => {
      const [inner] = operandsOf(outer);
      return inner.op === 'slice' && countOf(outer.type.shape) > 0 ? joinedSlice(outer, inner) : null;
    },
  },
];

function joinedSlice(outer: Expression, inner: Expression): Expression {
  const ones = outer.type.shape.map(() => 1);
  const [first, second] = [
    integersOf(inner.attributes, 'steps', ones),
    integersOf(outer.attributes, 'steps', ones),
  ];
  const begins = listOf(outer, 'starts');
  const starts = listOf(inner, 'starts').map(
    (start, axis) => start + (begins[axis] ?? 0) * (first[axis] ?? 1),
  );
  const steps = first.map((step, axis) => step * (second[axis] ?? 1));
  // Up to the last element that is read, which every such slice reaches.
  const stops = outer.type.shape.map(
    (length, axis) => (starts[axis] ?? 0) + (length - 1) * (steps[axis] ?? 1) + 1,
  );
  const isDense = steps.every((step) => step === 1);
  return node('slice', [operandsOf(inner)[0]], { starts, stops, ...(isDense ? {} : { steps }) });
}
