// Folds of folds, of what is repeated, and of nothing; joins.
import { node } from '../../graph/build.ts';
import type { Expression } from '../../graph/expression.ts';
import { stored } from '../../graph/stored.ts';
import { countOf, sameShape } from '../../graph/types.ts';
import type { Shape } from '../../graph/types.ts';
import { again, listOf, operandsOf, splat } from '../rule.ts';
import type { Rule } from '../rule.ts';

const reductions = ['reduce-sum', 'reduce-max', 'reduce-min'];

export const folds: readonly Rule[] = [
  {
    name: 'fold over axes of length 1 → x',
    roots: reductions,
    agreement: 'bitwise',
    why: 'a fold of one element is that element',
    before: '%0 = input x : f32[4,1]\n%1 = reduce-sum %0 {axes = [1]} : f32[4,1]\nreturn %1',
    after: '%0 = input x : f32[4,1]\nreturn %0',
    apply: (fold) => {
      const [x] = operandsOf(fold);
      return sameShape(x.type.shape, fold.type.shape) ? x : null;
    },
  },
  {
    name: 'max over axes ∘ max over axes → max over axes',
    roots: ['reduce-max', 'reduce-min'],
    agreement: 'bitwise',
    why: 'the order of comparisons does not matter',
    before:
      '%0 = input x : f32[4,3,2]\n%1 = reduce-max %0 {axes = [2]} : f32[4,3,1]\n%2 = reduce-max %1 {axes = [0]} : f32[1,3,1]\nreturn %2',
    after: '%0 = input x : f32[4,3,2]\n%1 = reduce-max %0 {axes = [0, 2]} : f32[1,3,1]\nreturn %1',
    apply: joinedFold,
  },
  {
    name: 'sum over axes ∘ sum over axes → sum over axes',
    roots: ['reduce-sum'],
    agreement: 'rounding',
    why: 'the same terms in another order, which a sum over many threads has anyway',
    before:
      '%0 = input x : f32[4,3,2]\n%1 = reduce-sum %0 {axes = [2]} : f32[4,3,1]\n%2 = reduce-sum %1 {axes = [0]} : f32[1,3,1]\nreturn %2',
    after: '%0 = input x : f32[4,3,2]\n%1 = reduce-sum %0 {axes = [0, 2]} : f32[1,3,1]\nreturn %1',
    apply: joinedFold,
  },
  {
    name: 'sum of a broadcast → product',
    roots: ['reduce-sum'],
    agreement: 'rounding',
    why: 'n equal terms are n times one of them, rounded once',
    before:
      '%0 = input x : f32[4,1]\n%1 = broadcast %0 : f32[4,8]\n%2 = reduce-sum %1 {axes = [1]} : f32[4,1]\nreturn %2',
    after:
      '%0 = input x : f32[4,1]\n%1 = constant {value = 8} : f32[4,1]\n%2 = mul %0, %1 : f32[4,1]\nreturn %2',
    apply: (sum) => {
      const once = unrepeated(sum);
      if (once === null) return null;
      const times = countOf(operandsOf(sum)[0].type.shape) / countOf(once.type.shape);
      // As many terms as the type has no number of stay a sum.
      if (stored(sum.type.dtype, times) !== times) return null;
      const rest = folded(sum, once);
      return node('mul', [rest, splat(times, rest.type)]);
    },
  },
  {
    name: 'max of a broadcast → x',
    roots: ['reduce-max', 'reduce-min'],
    agreement: 'bitwise',
    why: 'the greatest of equal numbers is any of them',
    before:
      '%0 = input x : f32[4,1]\n%1 = broadcast %0 : f32[4,8]\n%2 = reduce-max %1 {axes = [1]} : f32[4,1]\nreturn %2',
    after: '%0 = input x : f32[4,1]\nreturn %0',
    apply: (extreme) => {
      const once = unrepeated(extreme);
      return once && folded(extreme, once);
    },
  },
  {
    name: 'sum of −x → −(sum of x)',
    roots: ['reduce-sum'],
    agreement: 'sign of zero',
    why: 'rounding to the nearest is the same on both sides of 0, and there are fewer signs to turn',
    before:
      '%0 = input x : f32[4,8]\n%1 = neg %0 : f32[4,8]\n%2 = reduce-sum %1 {axes = [1]} : f32[4,1]\nreturn %2',
    after:
      '%0 = input x : f32[4,8]\n%1 = reduce-sum %0 {axes = [1]} : f32[4,1]\n%2 = neg %1 : f32[4,1]\nreturn %2',
    apply: (sum) => {
      const [x] = operandsOf(sum);
      return x.op === 'neg' ? node('neg', [again(sum, operandsOf(x)[0])]) : null;
    },
  },
  {
    name: 'concat of one → x',
    roots: ['concat'],
    agreement: 'bitwise',
    why: 'nothing is joined',
    before: '%0 = input x : f32[4]\n%1 = concat %0 {axis = 0} : f32[4]\nreturn %1',
    after: '%0 = input x : f32[4]\nreturn %0',
    apply: (join) => (join.operands.length === 1 ? operandsOf(join)[0] : null),
  },
  {
    name: 'slice of a concat → slice of a part',
    roots: ['slice'],
    agreement: 'bitwise',
    why: 'the other parts are not read',
    before:
      '%0 = input x : f32[4]\n%1 = input y : f32[3]\n%2 = concat %0, %1 {axis = 0} : f32[7]\n%3 = slice %2 {starts = [5], stops = [7]} : f32[2]\nreturn %3',
    after:
      '%0 = input x : f32[4]\n%1 = input y : f32[3]\n%2 = slice %1 {starts = [1], stops = [3]} : f32[2]\nreturn %2',
    apply: (slice) => {
      const [join] = operandsOf(slice);
      return join.op === 'concat' ? partOf(slice, join) : null;
    },
  },
];

function joinedFold(outer: Expression): Expression | null {
  const [inner] = operandsOf(outer);
  if (inner.op !== outer.op) return null;
  const axes = [...new Set([...listOf(inner, 'axes'), ...listOf(outer, 'axes')])];
  return node(outer.op, [operandsOf(inner)[0]], { axes: axes.toSorted((left, right) => left - right) });
}

// A fold's operand without the repetitions that it folds; null where it is no broadcast, or folds none.
function unrepeated(fold: Expression): Expression | null {
  const [repeated] = operandsOf(fold);
  const { shape } = repeated.type;
  // What is repeated not once is not folded.
  if (repeated.op !== 'broadcast' || countOf(shape) === 0) return null;
  const [x] = operandsOf(repeated);
  const isRepeated = (axis: number) => (x.type.shape[axis - shape.length + x.type.shape.length] ?? 1) === 1;
  const once: Shape = shape.map((length, axis) =>
    listOf(fold, 'axes').includes(axis) && isRepeated(axis) ? 1 : length,
  );
  if (sameShape(once, shape)) return null;
  return sameShape(x.type.shape, once) ? x : node('broadcast', [x], { shape: once });
}

// The fold over the axes that are left.
function folded(fold: Expression, x: Expression): Expression {
  return sameShape(x.type.shape, fold.type.shape) ? x : again(fold, x);
}

function partOf(slice: Expression, join: Expression): Expression | null {
  const axis = Number(join.attributes['axis']);
  const [starts, stops] = [listOf(slice, 'starts'), listOf(slice, 'stops')];
  let begin = 0;
  for (const part of join.operands) {
    const end = begin + (part.type.shape[axis] ?? 0);
    if ((starts[axis] ?? 0) >= begin && (stops[axis] ?? 0) <= end) {
      const moved = (list: readonly number[]) => list.map((at, each) => (each === axis ? at - begin : at));
      return node('slice', [part], { ...slice.attributes, starts: moved(starts), stops: moved(stops) });
    }
    begin = end;
  }
  return null;
}
