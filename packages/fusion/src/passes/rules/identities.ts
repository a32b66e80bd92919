// Operations that change nothing, or nothing but what an earlier one has done.
import { node } from '../../graph/build.ts';
import { isFloat } from '../../graph/types.ts';
import { isSame, isSplat, operandsOf, splat, splatOf } from '../rule.ts';
import type { Rule } from '../rule.ts';

export const identities: readonly Rule[] = [
  {
    name: 'x + 0 → x',
    roots: ['add'],
    agreement: 'sign of zero',
    why: '−0 + 0 is 0. Of −0, which is the true identity of a sum, every bit is kept',
    before: '%0 = input x : f32[4]\n%1 = constant {value = 0} : f32[4]\n%2 = add %0, %1 : f32[4]\nreturn %2',
    after: '%0 = input x : f32[4]\nreturn %0',
    apply: (sum) => {
      const [x, y] = operandsOf(sum);
      if (splatOf(y) === 0) return x;
      return splatOf(x) === 0 ? y : null;
    },
  },
  {
    name: 'x − 0 → x',
    roots: ['sub'],
    agreement: 'bitwise',
    why: 'every bit is kept, of −0 too: −0 − 0 is −0',
    before: '%0 = input x : f32[4]\n%1 = constant {value = 0} : f32[4]\n%2 = sub %0, %1 : f32[4]\nreturn %2',
    after: '%0 = input x : f32[4]\nreturn %0',
    apply: (difference) => {
      const [x, y] = operandsOf(difference);
      return isSplat(y, 0) ? x : null;
    },
  },
  {
    name: 'x · 1 → x',
    roots: ['mul'],
    agreement: 'bitwise',
    why: 'a product with 1 is exact, of NaN and infinities too',
    before: '%0 = input x : f32[4]\n%1 = constant {value = 1} : f32[4]\n%2 = mul %1, %0 : f32[4]\nreturn %2',
    after: '%0 = input x : f32[4]\nreturn %0',
    apply: (product) => {
      const [x, y] = operandsOf(product);
      if (isSplat(y, 1)) return x;
      return isSplat(x, 1) ? y : null;
    },
  },
  {
    name: 'x / 1 → x',
    roots: ['div'],
    agreement: 'bitwise',
    why: 'a quotient by 1 is exact',
    before: '%0 = input x : f32[4]\n%1 = constant {value = 1} : f32[4]\n%2 = div %0, %1 : f32[4]\nreturn %2',
    after: '%0 = input x : f32[4]\nreturn %0',
    apply: (quotient) => {
      const [x, y] = operandsOf(quotient);
      return isSplat(y, 1) ? x : null;
    },
  },
  {
    name: 'x · −1 → −x',
    roots: ['mul'],
    agreement: 'bitwise',
    why: 'both turn the sign over and touch nothing else',
    before: '%0 = input x : f32[4]\n%1 = constant {value = -1} : f32[4]\n%2 = mul %0, %1 : f32[4]\nreturn %2',
    after: '%0 = input x : f32[4]\n%1 = neg %0 : f32[4]\nreturn %1',
    apply: (product) => {
      const [x, y] = operandsOf(product);
      if (product.type.dtype === 'u32') return null;
      if (isSplat(y, -1)) return node('neg', [x]);
      return isSplat(x, -1) ? node('neg', [y]) : null;
    },
  },
  {
    name: 'integer · 0 → 0',
    roots: ['mul'],
    agreement: 'bitwise',
    why: 'of integers alone: a float may be infinite or NaN, whose product with 0 is NaN',
    before: '%0 = input x : i32[4]\n%1 = constant {value = 0} : i32[4]\n%2 = mul %0, %1 : i32[4]\nreturn %2',
    after: '%0 = input x : i32[4]\n%1 = constant {value = 0} : i32[4]\nreturn %1',
    apply: (product) => {
      const isZero = product.operands.some((operand) => splatOf(operand) === 0);
      return isZero && !isFloat(product.type.dtype) ? splat(0, product.type) : null;
    },
  },
  {
    name: 'integer x − x → 0',
    roots: ['sub'],
    agreement: 'bitwise',
    why: 'of integers alone: ∞ − ∞ is NaN',
    before: '%0 = input x : i32[4]\n%1 = sub %0, %0 : i32[4]\nreturn %1',
    after: '%0 = input x : i32[4]\n%1 = constant {value = 0} : i32[4]\nreturn %1',
    apply: (difference) => {
      const [x, y] = operandsOf(difference);
      return isSame(x, y) && !isFloat(x.type.dtype) ? splat(0, x.type) : null;
    },
  },
  {
    name: 'max(x, x) → x',
    roots: ['max', 'min', 'and', 'or'],
    agreement: 'bitwise',
    why: 'the larger of two equal numbers is either',
    before: '%0 = input x : f32[4]\n%1 = max %0, %0 : f32[4]\nreturn %1',
    after: '%0 = input x : f32[4]\nreturn %0',
    apply: (extreme) => {
      const [x, y] = operandsOf(extreme);
      return isSame(x, y) ? x : null;
    },
  },
  {
    name: 'select(c, x, x) → x',
    roots: ['select'],
    agreement: 'bitwise',
    why: 'there is nothing to choose',
    before: '%0 = input c : bool[4]\n%1 = input x : f32[4]\n%2 = select %0, %1, %1 : f32[4]\nreturn %2',
    after: '%0 = input c : bool[4]\n%1 = input x : f32[4]\nreturn %1',
    apply: (choice) => {
      const [, x, y] = operandsOf(choice);
      return isSame(x, y) ? x : null;
    },
  },
  {
    name: 'select(true, x, y) → x',
    roots: ['select'],
    agreement: 'bitwise',
    why: 'the choice is made',
    before:
      '%0 = input x : f32[4]\n%1 = input y : f32[4]\n%2 = constant {value = 0} : bool[4]\n%3 = select %2, %0, %1 : f32[4]\nreturn %3',
    after: '%0 = input x : f32[4]\n%1 = input y : f32[4]\nreturn %1',
    apply: (choice) => {
      const [condition, x, y] = operandsOf(choice);
      const value = splatOf(condition);
      if (value === null) return null;
      return value === 0 ? y : x;
    },
  },
];
