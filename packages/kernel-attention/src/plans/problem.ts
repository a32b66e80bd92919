// A case as kernel files see it: their constants, and the bytes that they move.
import { bytesOf, parseDtype, wgsl } from '@kernel-ladder/harness';
import type { Constants, Wgsl } from '@kernel-ladder/harness';
import type { AttentionCase } from '../cases.ts';

/** Most workgroups along one dimension of a dispatch (WebGPU default limit). */
const widest = 65_535;

/** A count of workgroups as a grid no wider than a dispatch may be; the last row may run over the count. */
export function spread(count: number): readonly [x: number, y: number, z: number] {
  const y = Math.ceil(count / widest);
  return [Math.ceil(count / y), y, 1];
}

/** A kernel file for a case; features that its element type needs are enabled. */
export function source(
  file: string,
  { dtype }: AttentionCase,
  constants: Constants,
  enables: readonly string[] = [],
): Wgsl {
  const isHalf = dtype === 'f16';
  const element = isHalf ? { Element: 'f16' } : {};
  return wgsl(file, { ...constants, ...element }, isHalf ? ['f16', ...enables] : enables);
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
