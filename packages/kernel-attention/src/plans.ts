// What every rung shares: which cases it takes, empty ones, and the constants of a kernel file.
import { bytesOf, missingFeature, notApplicable, parseDtype, wgsl } from '@kernel-ladder/harness';
import type { Constants, DeviceFacts, Plan, Skip, Variant, Wgsl } from '@kernel-ladder/harness';
import type { AttentionCase } from './cases.ts';

/** Most workgroups along one dimension of a dispatch (WebGPU default limit). */
const widest = 65_535;

/** One rung before the cases that all rungs treat alike. */
export interface Rung {
  readonly name: string;
  readonly summary: string;
  readonly boundBy?: string;
  /** Why this device or case cannot run it; null when it can. */
  readonly refuse?: (params: AttentionCase, device: DeviceFacts) => Skip | null;
  /** Plans a case with at least one query and one key. */
  readonly plan: (params: AttentionCase, device: DeviceFacts) => Plan | Skip;
}

/** Makes a variant of a rung: without queries there is nothing to do, without keys zeros to write. */
export function variant({ refuse, plan, ...named }: Rung): Variant<AttentionCase> {
  return {
    ...named,
    plan: (params, device) => {
      if (params.dtype === 'f16' && !device.features.has('shader-f16')) return missingFeature('shader-f16');
      return refuse?.(params, device) ?? emptyPlan(params) ?? plan(params, device);
    },
  };
}

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

/** A rung that one query after another would make pointless is left to others. */
export function refuseManyQueries(most: number) {
  return ({ q }: AttentionCase): Skip | null =>
    q > most
      ? notApplicable(`splits the keys of up to ${most} queries; more queries fill a GPU by themselves`)
      : null;
}

function emptyPlan(params: AttentionCase): Plan | null {
  const { b, h, q, k, d } = params;
  const count = b * h * q * d;
  if (count === 0) return { passes: [], implBytes: 0, longestSum: 0 };
  if (k > 0) return null;
  const grid = spread(Math.ceil(count / 256));
  const zero = source('zero.wgsl', params, { COUNT: count, GRID_X: grid[0] });
  return {
    passes: [{ wgsl: zero, bindings: ['outputs'], workgroups: grid }],
    implBytes: sizes(params).queries,
    longestSum: 0,
  };
}
