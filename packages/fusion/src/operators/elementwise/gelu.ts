import type { Expression } from '../../graph/expression.ts';
import { unit } from '../contract.ts';
import type { Build, Elementwise } from '../contract.ts';
import { splat } from '../splat.ts';
import { unary } from './maps.ts';
import { logistic } from './sigmoid-wgsl.ts';

// Hendrycks and Gimpel 2016: (1 + tanh(u)) / 2 is the sigmoid of 2u, with u = √(2/π) · (x + 0.044715·x³).
const [scale, cubic] = [2 * Math.sqrt(2 / Math.PI), 0.044715];

export const gelu: Elementwise = unary({
  name: 'gelu',
  summary: 'x · Φ(x) in the tanh form, as the epilogues of gemm have it',
  domain: 'float',
  flops: 8,
  // The exponent is rounded four times, and its exponential is off by as much again; beyond ±12 a share below 2⁻¹²⁰ is none.
  error: (value, x = 0) =>
    (14 + 10 * Math.abs(scale * (x + cubic * x * x * x))) * unit * Math.abs(value) + 2 ** -119,
  evaluate: (x) => (x < -40 ? 0 : x / (1 + Math.exp(-scale * (x + cubic * x * x * x)))),
  wgsl: (x, dtype) => `normal_share_${dtype}(${x})`,
  // Beyond ±12 the share is 0 or 1 to the last bit, and the cube of a larger number might overflow.
  functions: (call) => [
    logistic(call),
    `fn normal_share_${call.type.dtype}(x: ${call.type.dtype}) -> ${call.type.dtype} {
  let y = clamp(x, -12, 12);
  return x * logistic_${call.type.dtype}(${scale} * y * (1 + ${cubic} * y * y));
}`,
  ],
  // s + x·s·(1 − s)·v′ with s = sigmoid(v); x·s is the result.
  gradient: ({ op, slope, result, call }, x) => {
    const of = (value: number) => splat(op, value, call.type);
    const square = op('mul', [x, x]);
    const share = op('sigmoid', [argument(op, x, square, of)]);
    const bend = op('mul', [of(scale), op('add', [of(1), op('mul', [of(3 * cubic), square])])]);
    const rest = op('mul', [op('mul', [result, op('sub', [of(1), share])]), bend]);
    return [op('mul', [slope, op('add', [share, rest])])];
  },
});

function argument(
  op: Build,
  x: Expression,
  square: Expression,
  of: (value: number) => Expression,
): Expression {
  return op('mul', [op('mul', [of(scale), x]), op('add', [of(1), op('mul', [of(cubic), square])])]);
}
