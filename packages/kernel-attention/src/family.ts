// Scaled dot-product attention: the same two products and softmax, with less and less of the scores in memory.
import type { Family } from '@kernel-ladder/harness';
import { edgeCases, timedCases } from './cases.ts';
import chosen from './chosen.json' with { type: 'json' };
import type { AttentionCase } from './cases.ts';
import { attentionInputs } from './inputs.ts';
import { attentionOracle, tolerance } from './oracle/oracle.ts';
import { flash, refuseFlash } from './plans/flash.ts';
import { grouped, refuseGrouped } from './plans/grouped.ts';
import { overflows, planFused, planNaive, planTiled, planUnsafe } from './plans/plain.ts';
import { attentionOutputs, attentionWork } from './plans/problem.ts';
import { refuseManyQueries, variant } from './plans/rung.ts';
import { planScores } from './plans/scores.ts';
import { planSplit } from './plans/split.ts';
import { refuseStream, stream } from './plans/streamed.ts';
import { planTensor, refuseTensor } from './plans/tensor.ts';
import { refuseWide, wide } from './plans/wide.ts';
import { wrong } from './wrong.ts';

/** The attention family. */
export const family: Family<AttentionCase> = {
  name: 'attention',
  title: 'Attention softmax(Q·Kᵀ / √d)·V',
  params: [
    { key: 'b', default: 1, takes: { min: 0, max: 1024 } },
    { key: 'h', default: 1, takes: { min: 1, max: 1024 } },
    { key: 'g', default: 1, takes: { min: 1, max: 1024 } },
    { key: 'q', takes: { min: 0, max: 2 ** 20 } },
    { key: 'k', takes: { min: 0, max: 2 ** 20 } },
    { key: 'd', takes: { min: 1, max: 1024 } },
    { key: 'mask', default: 'none', takes: ['none', 'causal', 'padding'] },
    {
      key: 'fill',
      default: 'uniform',
      takes: ['uniform', 'peaked', 'extreme', 'constant', 'level', 'whole', 'nan', 'inf'],
    },
    { key: 'output', default: 'attention', takes: ['attention', 'scores', 'lse'] },
  ],
  combine: (params) =>
    params.h % params.g === 0
      ? params
      : `g=${params.g}: as many query heads share keys and values, and h=${params.h} is no multiple of it`,
  headline: { cache: 'hot', metric: 'gflops' },
  cases: timedCases,
  edgeCases,
  chosen,
  inputs: attentionInputs,
  // All weights of a query are equal, so that O is a mean of whole numbers, in which a key more or less shows; scores of whole
  // numbers are exact but for their scale.
  exact: (params) => ({ ...params, fill: params.output === 'scores' ? 'whole' : 'level' }),
  refills: (params) => (['peaked', 'constant'] as const).map((fill) => ({ ...params, fill })),
  // A logit adds up d products, an output k of its weights.
  mostTerms: ({ k, d, output }) => (output === 'scores' ? d : k + d),
  outputs: attentionOutputs,
  oracle: attentionOracle,
  divides: () => true,
  tolerance,
  work: attentionWork,
  arithmetic: (name) => (['tensor', 'wide', 'grouped'].includes(name) ? 'tensor:f16-f32' : 'f32'),
  variants: [
    variant({
      name: 'scores',
      summary: 'The first product alone: scaled, masked, written out.',
      boundBy: 'reads of workgroup memory: two for each multiply-add',
      gives: ['scores'],
      plan: planScores,
    }),
    variant({
      name: 'naive',
      summary: 'Three dispatches; every score travels through global memory.',
      boundBy:
        'memory: the score matrix is written once and read twice, and operands come in 4 bytes a thread',
      plan: planNaive,
    }),
    variant({
      name: 'unsafe',
      summary: 'The same without the maximum: exp of the scores as they are overflows.',
      boundBy: 'memory, a sweep over the scores less; wrong on large scores',
      breaksOn: (params) => (overflows(params) ? 'exponentials overflow, or all of a query vanish' : null),
      plan: planUnsafe,
    }),
    variant({
      name: 'fused',
      summary: 'One dispatch; all scores of a few queries lie in workgroup memory.',
      boundBy: 'two queries a workgroup: keys and values are read anew for each pair, from the cache',
      plan: planFused,
    }),
    variant({
      name: 'tiled',
      summary: 'A query a thread; tiles of keys and values, online softmax.',
      boundBy: 'one query a thread: few independent multiply-adds for each read of workgroup memory',
      plan: planTiled,
    }),
    variant({
      name: 'flash',
      summary: 'Register tiles of queries × keys for both products; fully unrolled.',
      boundBy:
        'reads of workgroup memory for each multiply-add; registers leave room for one or two workgroups',
      gives: ['attention', 'lse'],
      access:
        'keys coalesced, 16 lines for 512 B; lengths broadcast, 1 line for 4 B; outputs coalesced, 4 lines for 512 B; queries strided, 32 lines for 512 B; values coalesced, 4 lines for 512 B',
      refuse: refuseFlash,
      plan: flash.plan,
      tuning: flash.tuning,
    }),
    variant({
      name: 'tensor',
      summary:
        'Subgroup matrices multiply f16 and add in f32; the maximum may lag, so that rescaling is rare.',
      boundBy: 'softmax between the two products: scores go through workgroup memory, the matrix unit waits',
      gives: ['attention', 'lse'],
      refuse: refuseTensor,
      plan: planTensor,
    }),
    variant({
      name: 'wide',
      summary:
        'The same with 32 queries or more a subgroup, longer steps and whole rows a lane: fewer loads, and fewer barriers.',
      boundBy:
        'scores on their way through workgroup memory, and registers that leave few subgroups resident',
      gives: ['attention', 'lse'],
      refuse: refuseWide,
      plan: wide.plan,
      tuning: wide.tuning,
    }),
    variant({
      name: 'split',
      summary: 'Few queries: their keys are split among workgroups, and the parts are merged.',
      boundBy: 'latency: one query a head is little work for each block of keys',
      refuse: refuseManyQueries(16),
      plan: planSplit,
    }),
    variant({
      name: 'streamed',
      summary:
        'The same without stored scores: lanes that share a key add its value at once, and many loads are in flight.',
      boundBy: 'memory bandwidth',
      refuse: (params, device) => refuseManyQueries(16)(params) ?? refuseStream(params, device),
      plan: stream.plan,
      tuning: stream.tuning,
    }),
    variant({
      name: 'grouped',
      summary:
        'Up to 16 queries that share keys are rows of one fragment, or up to 8 columns of a smaller one; workgroups of one subgroup stream keys through the matrix unit.',
      boundBy: 'memory bandwidth',
      refuse: refuseGrouped,
      plan: grouped.plan,
      tuning: grouped.tuning,
    }),
  ],
  wrong,
};
