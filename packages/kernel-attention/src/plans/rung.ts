// What every rung shares: what it does about f16, and about cases without queries or keys.
import { missingFeature, notApplicable, parseDtype } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, PlanCase, Skip, Tuning, Variant } from '@kernel-ladder/harness';
import { fillPass } from '@kernel-ladder/kernel-kit';
import { hidden } from '../cases.ts';
import type { AttentionCase, Output } from '../cases.ts';
import { scoreBytes, sizes } from './problem.ts';

/** One rung before the cases that all rungs treat alike. */
export interface Rung {
  readonly name: string;
  readonly summary: string;
  readonly boundBy?: string;
  /** How a subgroup of 32 lanes reaches global memory, operand by operand, as the family's own trace has it. */
  readonly access?: string;
  /** What it computes; O alone when left out. */
  readonly gives?: readonly Output[];
  /** Why this device or case cannot run it; null when it can. */
  readonly refuse?: (params: AttentionCase, device: DeviceFacts) => Skip | null;
  /** Why it gets a case wrong that it is there to get wrong; null where it must be right. */
  readonly breaksOn?: (params: AttentionCase) => string | null;
  /** Plans a case with at least one query and one key. */
  readonly plan: PlanCase<AttentionCase>;
  /** What may be tuned of it, of the cases that it plans. */
  readonly tuning?: Tuning<AttentionCase>;
}

/** Makes a variant of a rung: without queries there is nothing to do, without keys zeros to write. */
export function variant({ refuse, plan, gives = ['attention'], ...named }: Rung): Variant<AttentionCase> {
  return {
    ...named,
    plan: (params, device) => {
      if (!gives.includes(params.output)) return notApplicable(`computes no ${params.output}`);
      if (params.dtype === 'f16' && !device.features.has('shader-f16')) return missingFeature('shader-f16');
      return refuse?.(params, device) ?? emptyPlan(params) ?? plan(params, device);
    },
  };
}

/** A rung that one query after another would make pointless is left to others. */
export function refuseManyQueries(most: number) {
  return ({ q }: AttentionCase): Skip | null =>
    q > most
      ? notApplicable(`splits the keys of up to ${most} queries; more queries fill a GPU by themselves`)
      : null;
}

function emptyPlan(params: AttentionCase): Plan | null {
  const { b, h, q, k, d, dtype, output } = params;
  const rows = b * h * q;
  const isNothing = output === 'scores' ? scoreBytes(params) === 0 : rows === 0;
  if (isNothing) return { passes: [], implBytes: 0, longestSum: 0 };
  if (k > 0) return null;
  const zeros = fillPass({ buffer: 'outputs', element: parseDtype(dtype).out, count: rows * d });
  const nothing = fillPass({ buffer: 'lse', element: 'u32', count: rows, value: hiddenBits });
  const passes = output === 'lse' ? [zeros, nothing] : [zeros];
  return { passes, implBytes: sizes(params).queries + (output === 'lse' ? 4 * rows : 0), longestSum: 0 };
}

const [hiddenBits = 0] = new Uint32Array(Float32Array.of(hidden).buffer);
