// A case as kernel files see it: their constants, and the bytes that they move.
import { bytesOf, parseDtype, wgsl } from '@kernel-ladder/harness';
import type { BufferShape, Constants, Wgsl } from '@kernel-ladder/harness';
import { visiblePairs } from '../cases.ts';
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

/** The outputs of a case: `outputs` or `scores`, and `lse`, a number for each query, where it is asked for. */
export function attentionOutputs(params: AttentionCase): { readonly [name: string]: BufferShape } {
  const { b, h, q, k, d, dtype, output } = params;
  if (output === 'scores') return { scores: { type: 'f32', length: b * h * q * k } };
  const outputs: BufferShape = { type: parseDtype(dtype).out, length: b * h * q * d };
  return output === 'lse' ? { outputs, lse: { type: 'f32', length: b * h * q } } : { outputs };
}

/**
 * Two products over the pairs that are visible, half of them under a causal mask, or one where only scores are due. Queries, keys
 * and values are read once, what is asked for is written once.
 */
export function attentionWork(params: AttentionCase): { readonly flops: number; readonly minBytes: number } {
  const { queries, keys } = sizes(params);
  const pairs = visiblePairs(params);
  if (params.output === 'scores')
    return { flops: 2 * params.d * pairs, minBytes: queries + keys + scoreBytes(params) };
  return { flops: 4 * params.d * pairs, minBytes: 2 * queries + 2 * keys + lseBytes(params) };
}

/** Bytes of all scores. */
export function scoreBytes({ b, h, q, k }: AttentionCase): number {
  return 4 * b * h * q * k;
}

/** Bytes of the log-sum-exp of all queries, where it is asked for. */
function lseBytes({ b, h, q, output }: AttentionCase): number {
  return output === 'lse' ? 4 * b * h * q : 0;
}

/**
 * Bytes that a kernel requests when every block of `rows` queries reads its queries once, the keys and values of its
 * head once, and writes what is asked for.
 */
export function blockedBytes(params: AttentionCase, rows: number): number {
  const { queries, keys } = sizes(params);
  return 2 * queries + 2 * keys * params.g * Math.ceil(params.q / rows) + lseBytes(params);
}

/** What a kernel of a single dispatch binds. */
export function bindingsOf({ output }: AttentionCase): readonly string[] {
  const inputs = ['queries', 'keys', 'values', 'lengths'];
  return [...inputs, 'outputs', ...(output === 'lse' ? ['lse'] : [])];
}
