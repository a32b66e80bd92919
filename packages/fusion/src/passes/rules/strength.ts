// Cheaper operations for dear ones. A quotient or a power costs what many products cost.
import { node } from '../../graph/build.ts';
import type { Expression } from '../../graph/expression.ts';
import { stored } from '../../graph/stored.ts';
import { countOf, isFloat } from '../../graph/types.ts';
import type { Dtype } from '../../graph/types.ts';
import { isSplat, operandsOf, splat, splatOf } from '../rule.ts';
import type { Rule } from '../rule.ts';

export const strength: readonly Rule[] = [
  {
    name: 'x / 2ⁿ → x · 2⁻ⁿ',
    roots: ['div'],
    agreement: 'bitwise',
    why: 'of powers of two alone, whose reciprocals are exact: both round the same real number. 1/3 is not a float',
    before: '%0 = input x : f32[4]\n%1 = constant {value = 8} : f32[4]\n%2 = div %0, %1 : f32[4]\nreturn %2',
    after:
      '%0 = input x : f32[4]\n%1 = constant {value = 0.125} : f32[4]\n%2 = mul %0, %1 : f32[4]\nreturn %2',
    apply: (quotient) => {
      const [x, y] = operandsOf(quotient);
      const divisor = splatOf(y);
      const isExact = divisor !== null && hasExactReciprocal(divisor, quotient.type.dtype);
      return isExact && divisor !== 1 ? node('mul', [x, splat(1 / divisor, y.type)]) : null;
    },
  },
  {
    name: 'x² → x · x',
    roots: ['pow'],
    agreement: 'rounding',
    why: 'a power is a logarithm and an exponential, each with an error; a product is rounded once',
    before: '%0 = input x : f32[4]\n%1 = constant {value = 2} : f32[4]\n%2 = pow %0, %1 : f32[4]\nreturn %2',
    after: '%0 = input x : f32[4]\n%1 = mul %0, %0 : f32[4]\nreturn %1',
    apply: (power) => {
      const [x, y] = operandsOf(power);
      return isSplat(y, 2) ? node('mul', [x, x]) : null;
    },
  },
  {
    name: 'x³ → x · x · x',
    roots: ['pow'],
    agreement: 'rounding',
    why: 'as a square, rounded twice',
    before: '%0 = input x : f32[4]\n%1 = constant {value = 3} : f32[4]\n%2 = pow %0, %1 : f32[4]\nreturn %2',
    after: '%0 = input x : f32[4]\n%1 = mul %0, %0 : f32[4]\n%2 = mul %1, %0 : f32[4]\nreturn %2',
    apply: (power) => {
      const [x, y] = operandsOf(power);
      return isSplat(y, 3) ? node('mul', [node('mul', [x, x]), x]) : null;
    },
  },
  {
    name: 'x¹ → x, x⁰ → 1',
    roots: ['pow'],
    agreement: 'bitwise',
    why: 'IEEE 754 has x⁰ = 1 for every x, NaN too',
    before: '%0 = input x : f32[4]\n%1 = constant {value = 0} : f32[4]\n%2 = pow %0, %1 : f32[4]\nreturn %2',
    after: '%0 = input x : f32[4]\n%1 = constant {value = 1} : f32[4]\nreturn %1',
    apply: (power) => {
      const [x, y] = operandsOf(power);
      if (splatOf(y) === 0) return splat(1, power.type);
      return isSplat(y, 1) ? x : null;
    },
  },
  {
    name: 'x⁻¹ → 1 / x',
    roots: ['pow'],
    agreement: 'rounding',
    why: 'a quotient is off by 2.5 units in the last place at most (WGSL)',
    before: '%0 = input x : f32[4]\n%1 = constant {value = -1} : f32[4]\n%2 = pow %0, %1 : f32[4]\nreturn %2',
    after: '%0 = input x : f32[4]\n%1 = constant {value = 1} : f32[4]\n%2 = div %1, %0 : f32[4]\nreturn %2',
    apply: (power) => {
      const [x, y] = operandsOf(power);
      return isSplat(y, -1) ? node('div', [splat(1, x.type), x]) : null;
    },
  },
  {
    name: 'x^½ → √x',
    roots: ['pow'],
    agreement: 'rounding',
    why: 'but for −∞, of which the power is ∞ and the root NaN; WGSL lets a compiler assume that there are no infinities',
    before:
      '%0 = input x : f32[4]\n%1 = constant {value = 0.5} : f32[4]\n%2 = pow %0, %1 : f32[4]\nreturn %2',
    after: '%0 = input x : f32[4]\n%1 = sqrt %0 : f32[4]\nreturn %1',
    apply: (power) => {
      const [x, y] = operandsOf(power);
      return isSplat(y, 0.5) ? node('sqrt', [x]) : null;
    },
  },
  {
    name: 'x / √y → x · rsqrt(y)',
    roots: ['div'],
    agreement: 'rounding',
    why: 'one instruction for a root and a quotient; 1 / √y is rsqrt(y) alone',
    before:
      '%0 = input x : f32[4]\n%1 = input y : f32[4]\n%2 = sqrt %1 : f32[4]\n%3 = div %0, %2 : f32[4]\nreturn %3',
    after:
      '%0 = input x : f32[4]\n%1 = input y : f32[4]\n%2 = rsqrt %1 : f32[4]\n%3 = mul %0, %2 : f32[4]\nreturn %3',
    apply: (quotient) => {
      const [x, y] = operandsOf(quotient);
      if (y.op !== 'sqrt') return null;
      const inverse = node('rsqrt', operandsOf(y).slice(0, 1));
      return isSplat(x, 1) ? inverse : node('mul', [x, inverse]);
    },
  },
  {
    name: 'x / broadcast(y) → x · broadcast(1 / y)',
    roots: ['div'],
    agreement: 'rounding',
    why: 'one quotient for each row instead of one for each element: the last line of a softmax. Not of f16, whose reciprocals from 2¹⁴ on are subnormal',
    before:
      '%0 = input x : f32[4,8]\n%1 = input y : f32[4,1]\n%2 = broadcast %1 : f32[4,8]\n%3 = div %0, %2 : f32[4,8]\nreturn %3',
    after:
      '%0 = input x : f32[4,8]\n%1 = input y : f32[4,1]\n%2 = constant {value = 1} : f32[4,1]\n%3 = div %2, %1 : f32[4,1]\n%4 = broadcast %3 : f32[4,8]\n%5 = mul %0, %4 : f32[4,8]\nreturn %5',
    apply: (quotient) => {
      const [x, y] = operandsOf(quotient);
      const isRow = y.op === 'broadcast' && x.type.dtype === 'f32' && splatOf(x) === null;
      return isRow ? byRow(x, y) : null;
    },
  },
  {
    name: '(x · a) · b → x · ab',
    roots: ['mul'],
    agreement: 'rounding',
    why: 'where a and b lie on the same side of 1, so that what is between is not out of range where the result is not',
    before:
      '%0 = input x : f32[4]\n%1 = constant {value = 3} : f32[4]\n%2 = mul %0, %1 : f32[4]\n%3 = constant {value = 5} : f32[4]\n%4 = mul %2, %3 : f32[4]\nreturn %4',
    after: '%0 = input x : f32[4]\n%1 = constant {value = 15} : f32[4]\n%2 = mul %0, %1 : f32[4]\nreturn %2',
    apply: (product) => {
      const outer = scaling(product);
      const inner = outer && scaling(outer.x);
      if (!outer || !inner) return null;
      const factor = jointFactor(inner.factor, outer.factor, product.type.dtype);
      return factor === null ? null : node('mul', [inner.x, splat(factor, product.type)]);
    },
  },
];

const exponents: { readonly [Float in Dtype]?: number } = { f32: 126, f16: 14 };

// Powers of two within the normal numbers, whose reciprocals are normal too.
function hasExactReciprocal(divisor: number, dtype: Dtype): boolean {
  const limit = exponents[dtype];
  const exponent = Math.log2(Math.abs(divisor));
  return limit !== undefined && Number.isInteger(exponent) && Math.abs(exponent) <= limit;
}

function byRow(x: Expression, y: Expression): Expression | null {
  const [row] = operandsOf(y);
  if (countOf(row.type.shape) >= countOf(y.type.shape)) return null;
  const inverse = node('div', [splat(1, row.type), row]);
  return node('mul', [x, node('broadcast', [inverse], y.attributes)]);
}

// A product with a constant, as the constant and the rest.
function scaling(product: Expression): { readonly x: Expression; readonly factor: number } | null {
  if (product.op !== 'mul') return null;
  const [x, y] = operandsOf(product);
  const [left, right] = [splatOf(x), splatOf(y)];
  if (right !== null) return { x, factor: right };
  return left === null ? null : { x: y, factor: left };
}

/** Two factors as one number of the type; null where what is between may be out of range and the result not, or the other way round. */
export function jointFactor(a: number, b: number, dtype: Dtype): number | null {
  if (!isFloat(dtype)) return stored(dtype, Math.imul(a, b));
  const isSameSide = (Math.abs(a) >= 1 && Math.abs(b) >= 1) || (Math.abs(a) <= 1 && Math.abs(b) <= 1);
  const exponent = Math.abs(Math.log2(Math.abs(a * b)));
  return isSameSide && exponent <= (exponents[dtype] ?? 0) ? a * b : null;
}
