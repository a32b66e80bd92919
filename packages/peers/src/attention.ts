// Rows beside the ladder of attention.
import { notApplicable } from '@kernel-ladder/harness';
import type { Arrays, Demand, Family, Skip, VariantKind } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-attention';
import type { AttentionCase } from '@kernel-ladder/kernel-attention';
import type { AttentionTask } from './cpu/loops/attention.ts';
import { cpuRows } from './cpu/rows.ts';
import type { CpuProblem, Loaded, Threads } from './cpu/rows.ts';
import { sharedLike } from './cpu/shared.ts';
import { attentionLibraries } from './web/attention.ts';

/** Attentions in f32 with any mask and grouped heads, as tasks. */
export const attentions: CpuProblem<AttentionCase> = {
  plan: (params): Demand | Skip => {
    if (params.dtype !== 'f32') return notApplicable('the loop takes f32');
    if (params.output !== 'attention') return notApplicable('the loop gives O alone');
    const { b, h, q, k } = params;
    // What every kernel moves, and the scores: written, made weights in three sweeps, and read again.
    return { implBytes: family.work(params).minBytes + 24 * b * h * q * k, longestSum: 1 };
  },
  // An exponential and its sweeps take as long as so many operations of a product.
  flops: (params) => {
    const { flops } = family.work(params);
    return flops + (exponentialFlops * flops) / (4 * params.d);
  },
  load,
};

const exponentialFlops = 64;

/** The family of attention with peers instead of kernels. */
export const attentionRows: Family<AttentionCase, VariantKind> = {
  ...family,
  variants: [...cpuRows(attentions), ...attentionLibraries],
  wrong: [],
};

function load(params: AttentionCase, inputs: Arrays, { take }: Threads): Loaded {
  const { queries, keys, values, lengths } = inputs;
  const { b, h, g, q, k, d, mask } = params;
  if (!(queries instanceof Float32Array && keys instanceof Float32Array && values instanceof Float32Array))
    throw new Error('the loop takes f32');
  if (!(lengths instanceof Uint32Array)) throw new Error('no input "lengths"');
  const task: AttentionTask = {
    kind: 'attention',
    b,
    h,
    g,
    q,
    k,
    d,
    isCausal: mask === 'causal',
    queries: take(queries),
    keys: take(keys),
    values: take(values),
    lengths: take(lengths),
    outputs: sharedLike(queries, queries.length),
  };
  return {
    task,
    spoil: ({ outputs }) => task.outputs.set(outputs ?? []),
    outputs: () => ({ outputs: task.outputs }),
  };
}
