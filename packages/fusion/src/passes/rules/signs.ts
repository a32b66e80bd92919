// Signs, and operations that undo themselves.
import { node } from '../../graph/build.ts';
import { again, operandsOf, splat, splatOf } from '../rule.ts';
import type { Rule } from '../rule.ts';

export const signs: readonly Rule[] = [
  {
    name: '−(−x) → x',
    roots: ['neg', 'not'],
    agreement: 'bitwise',
    why: 'a sign that is turned twice is as it was; so is a bool',
    before: '%0 = input x : f32[4]\n%1 = neg %0 : f32[4]\n%2 = neg %1 : f32[4]\nreturn %2',
    after: '%0 = input x : f32[4]\nreturn %0',
    apply: (outer) => {
      const [inner] = operandsOf(outer);
      return inner.op === outer.op ? operandsOf(inner)[0] : null;
    },
  },
  {
    name: 'x + (−y) → x − y',
    roots: ['add'],
    agreement: 'bitwise',
    why: 'IEEE 754 defines a difference so',
    before:
      '%0 = input x : f32[4]\n%1 = input y : f32[4]\n%2 = neg %1 : f32[4]\n%3 = add %2, %0 : f32[4]\nreturn %3',
    after: '%0 = input x : f32[4]\n%1 = input y : f32[4]\n%2 = sub %0, %1 : f32[4]\nreturn %2',
    apply: (sum) => {
      const [x, y] = operandsOf(sum);
      if (y.op === 'neg') return node('sub', [x, operandsOf(y)[0]]);
      return x.op === 'neg' ? node('sub', [y, operandsOf(x)[0]]) : null;
    },
  },
  {
    name: 'x − (−y) → x + y',
    roots: ['sub'],
    agreement: 'bitwise',
    why: 'the same, read backwards',
    before:
      '%0 = input x : f32[4]\n%1 = input y : f32[4]\n%2 = neg %1 : f32[4]\n%3 = sub %0, %2 : f32[4]\nreturn %3',
    after: '%0 = input x : f32[4]\n%1 = input y : f32[4]\n%2 = add %0, %1 : f32[4]\nreturn %2',
    apply: (difference) => {
      const [x, y] = operandsOf(difference);
      return y.op === 'neg' ? node('add', [x, operandsOf(y)[0]]) : null;
    },
  },
  {
    name: '(−x) · (−y) → x · y',
    roots: ['mul', 'div'],
    agreement: 'bitwise',
    why: 'the sign of a product or quotient is that of both together; of integers too, whose negation wraps',
    before:
      '%0 = input x : f32[4]\n%1 = input y : f32[4]\n%2 = neg %0 : f32[4]\n%3 = neg %1 : f32[4]\n%4 = mul %2, %3 : f32[4]\nreturn %4',
    after: '%0 = input x : f32[4]\n%1 = input y : f32[4]\n%2 = mul %0, %1 : f32[4]\nreturn %2',
    apply: (product) => {
      const [x, y] = operandsOf(product);
      // −(−2³¹) is −2³¹ again, so that integer quotients may differ.
      const isExact = product.op === 'mul' || product.type.dtype !== 'i32';
      return isExact && x.op === 'neg' && y.op === 'neg'
        ? again(product, operandsOf(x)[0], operandsOf(y)[0])
        : null;
    },
  },
  {
    name: '−(x · c) → x · (−c)',
    roots: ['neg'],
    agreement: 'bitwise',
    why: 'the sign of a constant costs nothing; rounding to the nearest does not see it. Only where nobody else reads the product',
    before:
      '%0 = input x : f32[4]\n%1 = constant {value = 0.1} : f32[4]\n%2 = mul %0, %1 : f32[4]\n%3 = neg %2 : f32[4]\nreturn %3',
    after:
      '%0 = input x : f32[4]\n%1 = constant {value = -0.1} : f32[4]\n%2 = mul %0, %1 : f32[4]\nreturn %2',
    apply: (outer, { readers }) => {
      const [product] = operandsOf(outer);
      if (product.op !== 'mul' || readers(product) > 1) return null;
      const [x, y] = operandsOf(product);
      const [rest, factor] = splatOf(y) === null ? [y, splatOf(x)] : [x, splatOf(y)];
      // A u32 has no sign to turn; −(−2³¹) is no i32.
      return factor === null || factor === -(2 ** 31) ? null : node('mul', [rest, splat(-factor, rest.type)]);
    },
  },
  {
    name: 'abs(−x) → abs(x)',
    roots: ['abs'],
    agreement: 'bitwise',
    why: 'the sign is dropped anyway',
    before: '%0 = input x : f32[4]\n%1 = neg %0 : f32[4]\n%2 = abs %1 : f32[4]\nreturn %2',
    after: '%0 = input x : f32[4]\n%1 = abs %0 : f32[4]\nreturn %1',
    apply: (size) => {
      const [x] = operandsOf(size);
      return x.op === 'neg' ? again(size, operandsOf(x)[0]) : null;
    },
  },
  {
    name: 'relu(relu(x)) → relu(x)',
    roots: ['relu', 'abs'],
    agreement: 'bitwise',
    why: 'the second finds nothing to do; so does an abs of an abs',
    before: '%0 = input x : f32[4]\n%1 = relu %0 : f32[4]\n%2 = relu %1 : f32[4]\nreturn %2',
    after: '%0 = input x : f32[4]\n%1 = relu %0 : f32[4]\nreturn %1',
    apply: (outer) => {
      const [inner] = operandsOf(outer);
      return inner.op === outer.op ? inner : null;
    },
  },
  {
    name: 'detach(x) → x',
    roots: ['detach'],
    agreement: 'bitwise',
    why: 'it says something to gradients alone, and they have been taken',
    before: '%0 = input x : f32[4]\n%1 = detach %0 : f32[4]\nreturn %1',
    after: '%0 = input x : f32[4]\nreturn %0',
    apply: (x) => operandsOf(x)[0],
  },
];
