import { unit } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { splat } from '../splat.ts';
import { unary } from './maps.ts';

// Abramowitz and Stegun 7.1.26: erf(x) = 1 − (a₁t + … + a₅t⁵)·e^(−x²), t = 1/(1 + p·x), off by at most 1.5e-7.
const rational = { p: 0.3275911, a: [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429] };

export const erf: Elementwise = unary({
  name: 'erf',
  summary: 'the error function, in WGSL to 1.5e-7',
  domain: 'float',
  flops: 12,
  error: () => 1.5e-7 + 24 * unit,
  evaluate: errorFunction,
  wgsl: (x, dtype) => `error_function_${dtype}(${x})`,
  functions: ({ type: { dtype } }) => [
    `fn error_function_${dtype}(x: ${dtype}) -> ${dtype} {
  let t = 1 / (1 + ${rational.p} * abs(x));
  let sum = ${rational.a.reduceRight((inner, a) => `t * (${a}${inner === '' ? '' : ` + ${inner}`})`, '')};
  return sign(x) * (1 - sum * exp(-x * x));
}`,
  ],
  gradient: ({ op, slope, call }, x) => {
    const bell = op('exp', [op('neg', [op('mul', [x, x])])]);
    return [op('mul', [slope, op('mul', [splat(op, 2 / Math.sqrt(Math.PI), call.type), bell])])];
  },
});

// A series below 3, where it is short; above, a continued fraction of the complement.
function errorFunction(x: number): number {
  const size = Math.abs(x);
  if (!(size < 6)) return Number.isNaN(x) ? x : Math.sign(x);
  return Math.sign(x) * (size < 3 ? series(size) : 1 - complement(size));
}

// 2/√π · e^(−x²) · Σ 2ⁿ x^(2n+1) / (2n+1)!!: all terms are positive.
function series(x: number): number {
  let [term, sum] = [x, x];
  for (let n = 1; term > sum * 2 ** -54; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

// e^(−x²)/√π · 1/(x + (1/2)/(x + (2/2)/(x + …))), from the far end.
function complement(x: number): number {
  let rest = x;
  for (let n = 60; n > 0; n--) rest = x + n / 2 / rest;
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * rest);
}
