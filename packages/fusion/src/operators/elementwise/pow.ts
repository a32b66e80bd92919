import { unit } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { splat } from '../splat.ts';
import { binary } from './maps.ts';

export const pow: Elementwise = binary({
  name: 'pow',
  summary: 'x to the power y; no slope along y where x is not positive',
  domain: 'float',
  flops: 1,
  // WGSL: that of exp2(y · log2(x)).
  error: powerError,
  evaluate: () => Math.pow,
  wgsl: (x, y, dtype) => `power_${dtype}(${x}, ${y})`,
  // WGSL's own is exp2(y · log2(x)), which knows no negative x and no 0⁰. A constant expression may not be NaN; the bits of a variable may.
  functions: ({ type: { dtype } }) => [
    `fn power_${dtype}(x: ${dtype}, y: ${dtype}) -> ${dtype} {
  if (y == 0) { return 1; }
  if (x >= 0) { return pow(x, y); }
  var none = 0x7fc00000u;
  let size = select(pow(-x, y), ${dtype}(bitcast<f32>(none)), y != trunc(y));
  return select(size, -size, abs(y) % 2 == 1);
}`,
  ],
  gradient: ({ op, slope, result, call }, x, y) => {
    const of = (value: number) => splat(op, value, call.type);
    // 0 times a power that is finite: x⁻¹ is not where x is 0.
    const isFlat = op('compare', [y, of(0)], { how: '==' });
    const below = op('pow', [x, op('select', [isFlat, y, op('sub', [y, of(1)])])]);
    const isPositive = op('compare', [x, of(0)], { how: '>' });
    const logarithm = op('log', [op('select', [isPositive, x, of(1)])]);
    return [op('mul', [slope, op('mul', [y, below])]), op('mul', [slope, op('mul', [result, logarithm])])];
  },
});

function powerError(value: number, x = 1, y = 0): number {
  const logarithm = Math.abs(Math.log2(Math.abs(x)));
  const exponent = Math.abs(y) * logarithm;
  const known = Math.abs(y) * Math.max(2 ** -21, 6 * unit * logarithm) + unit * exponent;
  return (known + (6 + 4 * exponent) * unit) * Math.abs(value);
}
