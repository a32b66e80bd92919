// Rewrites that look right and are not, each with numbers that tell them apart. A compiler for mathematics would do them; one for
// floating-point numbers must not.
import type { Feeds } from '../evaluate.ts';

/** What is not done, and why. */
export interface Declined {
  readonly name: string;
  readonly why: string;
  /** A program, what somebody might make of it, and inputs for which they differ in f32. */
  readonly program: string;
  readonly tempting: string;
  readonly feeds: Feeds;
}

/** All of them. */
export const declined: readonly Declined[] = [
  {
    name: 'exp(log(x)) → x',
    why: 'below 0 there is no logarithm, and above it the way there and back loses bits',
    program: '%0 = input x : f32[2]\n%1 = log %0 : f32[2]\n%2 = exp %1 : f32[2]\nreturn %2\n',
    tempting: '%0 = input x : f32[2]\nreturn %0\n',
    feeds: { x: [-1, 1000] },
  },
  {
    name: 'log(exp(x)) → x',
    why: 'the exponential overflows from 88.7, and below −103.3 it is 0',
    program: '%0 = input x : f32[1]\n%1 = exp %0 : f32[1]\n%2 = log %1 : f32[1]\nreturn %2\n',
    tempting: '%0 = input x : f32[1]\nreturn %0\n',
    feeds: { x: [100] },
  },
  {
    name: 'exp(x) · exp(y) → exp(x + y)',
    why: 'one of them may overflow where the product would not',
    program:
      '%0 = input x : f32[1]\n%1 = input y : f32[1]\n%2 = exp %0 : f32[1]\n%3 = exp %1 : f32[1]\n%4 = mul %2, %3 : f32[1]\nreturn %4\n',
    tempting:
      '%0 = input x : f32[1]\n%1 = input y : f32[1]\n%2 = add %0, %1 : f32[1]\n%3 = exp %2 : f32[1]\nreturn %3\n',
    feeds: { x: [100], y: [-100] },
  },
  {
    name: 'float · 0 → 0',
    why: 'an infinity times 0 is NaN, and a NaN stays one: a program that went wrong would look right',
    program:
      '%0 = input x : f32[1]\n%1 = constant {value = 0} : f32[1]\n%2 = mul %0, %1 : f32[1]\nreturn %2\n',
    tempting: '%0 = input x : f32[1]\n%1 = constant {value = 0} : f32[1]\nreturn %1\n',
    feeds: { x: [Infinity] },
  },
  {
    name: 'float x − x → 0',
    why: '∞ − ∞ is NaN',
    program: '%0 = input x : f32[1]\n%1 = sub %0, %0 : f32[1]\nreturn %1\n',
    tempting: '%0 = input x : f32[1]\n%1 = constant {value = 0} : f32[1]\nreturn %1\n',
    feeds: { x: [Infinity] },
  },
  {
    name: 'x / x → 1',
    why: '0 / 0 is NaN',
    program: '%0 = input x : f32[1]\n%1 = div %0, %0 : f32[1]\nreturn %1\n',
    tempting: '%0 = input x : f32[1]\n%1 = constant {value = 1} : f32[1]\nreturn %1\n',
    feeds: { x: [0] },
  },
  {
    name: 'x / 3 → x · ⅓',
    why: '⅓ is no float, so that the product is rounded twice',
    program:
      '%0 = input x : f32[1]\n%1 = constant {value = 3} : f32[1]\n%2 = div %0, %1 : f32[1]\nreturn %2\n',
    tempting:
      '%0 = input x : f32[1]\n%1 = constant {value = 0.3333333432674408} : f32[1]\n%2 = mul %0, %1 : f32[1]\nreturn %2\n',
    feeds: { x: [5] },
  },
  {
    name: '(x + y) + z → x + (y + z)',
    why: 'terms that cancel must meet before small ones are added',
    program:
      '%0 = input x : f32[1]\n%1 = input y : f32[1]\n%2 = input z : f32[1]\n%3 = add %0, %1 : f32[1]\n%4 = add %3, %2 : f32[1]\nreturn %4\n',
    tempting:
      '%0 = input x : f32[1]\n%1 = input y : f32[1]\n%2 = input z : f32[1]\n%3 = add %1, %2 : f32[1]\n%4 = add %0, %3 : f32[1]\nreturn %4\n',
    feeds: { x: [1e8], y: [-1e8], z: [1] },
  },
  {
    name: '(x · 1e30) · 1e−30 → x',
    why: 'what overflows on the way does not come back',
    program:
      '%0 = input x : f32[1]\n%1 = constant {value = 1e+30} : f32[1]\n%2 = mul %0, %1 : f32[1]\n%3 = constant {value = 1e-30} : f32[1]\n%4 = mul %2, %3 : f32[1]\nreturn %4\n',
    tempting: '%0 = input x : f32[1]\nreturn %0\n',
    feeds: { x: [1e10] },
  },
  {
    name: 'not(x < y) → x >= y',
    why: 'a NaN is neither',
    program:
      '%0 = input x : f32[1]\n%1 = input y : f32[1]\n%2 = compare %0, %1 {how = "<"} : bool[1]\n%3 = not %2 : bool[1]\nreturn %3\n',
    tempting:
      '%0 = input x : f32[1]\n%1 = input y : f32[1]\n%2 = compare %0, %1 {how = ">="} : bool[1]\nreturn %2\n',
    feeds: { x: [Number.NaN], y: [0] },
  },
  {
    name: 'f32 → f16 → f32 → x',
    why: 'an f16 has 11 bits of the 24',
    program: '%0 = input x : f32[1]\n%1 = cast %0 : f16[1]\n%2 = cast %1 : f32[1]\nreturn %2\n',
    tempting: '%0 = input x : f32[1]\nreturn %0\n',
    feeds: { x: [0.1] },
  },
];
