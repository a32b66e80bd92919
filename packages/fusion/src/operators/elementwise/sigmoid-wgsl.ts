// 1 / (1 + e⁻ˣ) in WGSL, which several activations are made of.
import type { Call } from '../contract.ts';

/** Declares `logistic_f32(x)`, or that of f16: one kernel may have both. The exponential is of no positive number, so that none overflows. */
export function logistic({ type: { dtype } }: Call): string {
  return `fn logistic_${dtype}(x: ${dtype}) -> ${dtype} {
  let e = exp(-abs(x));
  return select(e, 1, x >= 0) / (1 + e);
}`;
}
