// What the reverse mode leaves of layers that it knows only as operators.
import { node } from '../../graph/build.ts';
import type { Expression } from '../../graph/expression.ts';
import { again, listOf, operandsOf } from '../rule.ts';
import type { Rule } from '../rule.ts';

export const slopes: readonly Rule[] = [
  {
    name: '(x·r − Σ(x·er·r))·e → (x − Σ(x·er))·er',
    roots: ['mul'],
    agreement: 'rounding',
    why: 'the slope of a softmax by its shares er alone, where r is one number a row: the powers e need not be kept for it',
    before: `%0 = input x : f32[4,8]
%1 = input e : f32[4,8]
%2 = input r : f32[4,1]
%3 = broadcast %2 : f32[4,8]
%4 = mul %1, %3 : f32[4,8]
%5 = mul %0, %4 : f32[4,8]
%6 = mul %5, %3 : f32[4,8]
%7 = reduce-sum %6 {axes = [1]} : f32[4,1]
%8 = neg %7 : f32[4,1]
%9 = broadcast %8 : f32[4,8]
%10 = mul %0, %3 : f32[4,8]
%11 = add %10, %9 : f32[4,8]
%12 = mul %11, %1 : f32[4,8]
return %4, %12`,
    after: `%0 = input x : f32[4,8]
%1 = input e : f32[4,8]
%2 = input r : f32[4,1]
%3 = broadcast %2 : f32[4,8]
%4 = mul %1, %3 : f32[4,8]
%5 = mul %0, %4 : f32[4,8]
%6 = reduce-sum %5 {axes = [1]} : f32[4,1]
%7 = neg %6 : f32[4,1]
%8 = broadcast %7 : f32[4,8]
%9 = add %0, %8 : f32[4,8]
%10 = mul %9, %4 : f32[4,8]
return %4, %10`,
    apply: (product) =>
      eitherWay(product, (difference, e) =>
        difference.op === 'add'
          ? eitherWay(difference, (left, spread) => softmaxSlope({ left, spread, e }))
          : null,
      ),
  },
];

interface Slope {
  /** x·r. */
  readonly left: Expression;
  /** −Σ(x·er·r), broadcast. */
  readonly spread: Expression;
  readonly e: Expression;
}

function softmaxSlope({ left, spread, e }: Slope): Expression | null {
  const [negated] = operandsOf(spread);
  if (left.op !== 'mul' || spread.op !== 'broadcast' || negated.op !== 'neg') return null;
  const [sum] = operandsOf(negated);
  const [terms] = operandsOf(sum);
  if (sum.op !== 'reduce-sum' || terms.op !== 'mul') return null;
  return eitherWay(left, (x, r) => {
    if (r.op !== 'broadcast' || !isStillAlong(r, listOf(sum, 'axes'))) return null;
    const weighed = other(terms, r);
    const shares = weighed?.op === 'mul' ? other(weighed, x) : null;
    if (!weighed || shares?.op !== 'mul' || other(shares, r) !== e) return null;
    const total = node('neg', [again(sum, weighed)]);
    return node('mul', [node('add', [x, again(spread, total)]), shares]);
  });
}

// Whether a broadcast says one number along these axes, so that it may leave a sum over them.
function isStillAlong(spread: Expression, axes: readonly number[]): boolean {
  const [once] = operandsOf(spread);
  const missing = spread.type.shape.length - once.type.shape.length;
  return axes.every((axis) => (once.type.shape[axis - missing] ?? 1) === 1);
}

// The other operand of a product that has this one.
function other(product: Expression, one: Expression): Expression | null {
  const [x, y] = operandsOf(product);
  if (x === one) return y;
  return y === one ? x : null;
}

function eitherWay(
  x: Expression,
  take: (one: Expression, another: Expression) => Expression | null,
): Expression | null {
  const [left, right] = operandsOf(x);
  return take(left, right) ?? take(right, left);
}
