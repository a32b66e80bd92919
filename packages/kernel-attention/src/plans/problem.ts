// A case as kernel files see it: their constants, and the bytes that they move.
import { bytesOf, parseDtype, wgsl } from '@kernel-ladder/harness';
import type { Constants, Wgsl } from '@kernel-ladder/harness';
import type { AttentionCase } from '../cases.ts';

/** A kernel file for a case, with the element type enabled that it needs. */
export function source(file: string, { dtype }: AttentionCase, constants: Constants): Wgsl {
  return dtype === 'f16' ? wgsl(file, { ...constants, Element: 'f16' }, ['f16']) : wgsl(file, constants);
}

/** The constants that name the shape. */
export function shape({ h, g, q, k, d }: AttentionCase): Constants {
  return { HEADS: h, GROUP: g, QUERIES: q, KEYS: k, DIM: d };
}

/** The constants that name the problem: its shape, its mask and the scale of its logits. */
export function problem(params: AttentionCase): Constants {
  return { ...shape(params), CAUSAL: String(params.mask === 'causal'), SCALE: 1 / Math.sqrt(params.d) };
}

/** Bytes of all queries, of all keys (the values are as many), and of all outputs. */
export function sizes({ b, h, g, q, k, d, dtype }: AttentionCase) {
  const element = bytesOf(parseDtype(dtype).in);
  return { queries: b * h * q * d * element, keys: b * (h / g) * k * d * element };
}

/**
 * Bytes that a kernel requests when every block of `rows` queries reads its queries once, the keys and values of its
 * head once, and writes its outputs.
 */
export function blockedBytes(params: AttentionCase, rows: number): number {
  const { queries, keys } = sizes(params);
  return 2 * queries + 2 * keys * params.g * Math.ceil(params.q / rows);
}
