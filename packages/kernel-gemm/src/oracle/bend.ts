// Epilogues in double precision, as the reference applies them.
import type { EpilogueSpec } from '../kernels/epilogue.ts';

/** The argument −2·√(2/π)·(x + 0.044715·x³) of GELU's exponential: GELU(x) = x / (1 + exp(it)), which equals the tanh form. */
export function geluExponent(x: number): number {
  return -2 * Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3);
}

/** Bends one number, in double precision. */
export function bent(kind: EpilogueSpec['bend'], x: number): number {
  switch (kind) {
    case 'no':
      return x;
    case 'relu':
      return Math.max(x, 0);
    case 'gelu':
      return x / (1 + Math.exp(geluExponent(x)));
    default:
      return kind satisfies never;
  }
}
