// Rows beside the ladder of attention.
import { notApplicable } from '@kernel-ladder/harness';
import type { Arrays, Demand, Family, Skip, VariantKind } from '@kernel-ladder/harness';
import { family, hidden } from '@kernel-ladder/kernel-attention';
import type { AttentionCase } from '@kernel-ladder/kernel-attention';
import type { AttentionResults, AttentionTask } from './cpu/loops/attention.ts';
import { cpuRows, loadedWith } from './cpu/rows.ts';
import type { CpuProblem, Loaded } from './cpu/rows.ts';
import { sharedLike } from './cpu/shared.ts';
import { attentionArithmetic, attentionVendorRows } from './vendor/attention.ts';
import { vendorHost } from './vendor/host.ts';
import { vendorRows } from './vendor/row.ts';
import { attentionLibraries } from './web/attention.ts';

/** Attentions in f32 with any mask and grouped heads, as tasks. */
export const attentions: CpuProblem<AttentionCase> = {
  plan: (params): Demand | Skip => {
    if (params.dtype !== 'f32') return notApplicable('the loop takes f32');
    const { b, h, q, k, output } = params;
    // What every kernel moves; and the scores: written, made weights in three sweeps, and read again.
    const sweeps = output === 'scores' ? 2 : 6;
    return { implBytes: family.work(params).minBytes + 4 * sweeps * b * h * q * k, longestSum: 1 };
  },
  flops: (params) => {
    const { flops } = family.work(params);
    return params.output === 'scores' ? flops : flops * (1 + exponentialFlops / (4 * params.d));
  },
  flopsPerNs: 2,
  load,
};

// An exponential and its sweeps take as long as so many operations of a product.
const exponentialFlops = 64;

/** The family of attention with peers instead of kernels. */
export const attentionRows: Family<AttentionCase, VariantKind> = {
  ...family,
  arithmetic: attentionArithmetic,
  variants: [
    ...cpuRows(attentions),
    ...attentionLibraries,
    ...vendorRows(family, attentionVendorRows, vendorHost),
  ],
  wrong: [],
};

function load(params: AttentionCase, inputs: Arrays): Loaded {
  const { queries, keys, values, lengths } = inputs;
  const { b, h, g, q, k, d, mask } = params;
  if (!(queries instanceof Float32Array && keys instanceof Float32Array && values instanceof Float32Array))
    throw new Error('the loop takes f32');
  if (!(lengths instanceof Uint32Array)) throw new Error('no input "lengths"');
  const results: AttentionResults & Arrays = Object.fromEntries(
    Object.entries(family.outputs(params)).map(([name, { length }]) => [name, sharedLike(queries, length)]),
  );
  const task: AttentionTask = {
    kind: 'attention',
    b,
    h,
    g,
    q,
    k,
    d,
    isCausal: mask === 'causal',
    queries,
    keys,
    values,
    lengths,
    results,
    hidden,
  };
  return loadedWith(task, results);
}
