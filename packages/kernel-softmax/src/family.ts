// Softmax over the rows of a matrix: the same exponentials, read from memory four times, three times, twice, once.
import { automatic, longestChain } from '@kernel-ladder/kernel-kit';
import { bytesOf } from '@kernel-ladder/harness';
import type { Family, Variant } from '@kernel-ladder/harness';
import { combine, edgeCases, fills, isHeldOut, isHuge, masks, timedCases } from './cases.ts';
import chosen from './chosen.json' with { type: 'json' };
import type { SoftmaxCase } from './cases.ts';
import { softmaxInputs } from './inputs.ts';
import { softmaxOracle } from './oracle.ts';
import { online, resident, separate, split, subgroupRows, trees, unlessFill, unlessHalves } from './plans.ts';
import { pickVariant } from './pick.ts';
import { wrong } from './wrong.ts';

/** The softmax ladder: rows of f32, or of halves, with or without a scaled and masked input. */
export const family: Family<SoftmaxCase> = {
  name: 'softmax',
  title: 'Softmax over the rows of a matrix',
  params: [
    { key: 'rows', takes: { min: 0, max: 2 ** 28 } },
    { key: 'columns', takes: { min: 0, max: 2 ** 28 } },
    { key: 'mask', default: 'none', takes: masks },
    { key: 'fill', default: 'uniform', takes: fills },
  ],
  combine,
  headline: { cache: 'cold', metric: 'gbps' },
  cases: timedCases,
  edgeCases,
  chosen,
  inputs: softmaxInputs,
  exact: (params) => ({ ...params, fill: 'counts' }),
  refills: (params) => (['offset', 'peak', 'constant'] as const).map((fill) => ({ ...params, fill })),
  mostTerms: ({ rows, columns }, threads) => Math.min(columns, longestChain(rows * columns, threads)),
  outputs: ({ rows, columns, dtype }) => ({ y: { type: dtype, length: rows * columns } }),
  oracle: (params, inputs, _, part) => softmaxOracle(params, inputs, part),
  divides: () => true,
  tolerance:
    'per element ref·(2^-23·(9 + 2·(d + d̄)) + g) + 2^-126, d = row maximum − logit, d̄ its mean in the denominator, ' +
    'g = min(2·D, 4·√D)·2^-24, D the longest chain of additions, 2·D·2^-24 on rows alike; in f16 + 2^-10·ref, below 2^-13 + 2^-14; per row |Σy − 1| ≤ 1e-5 + g; ' +
    'above 2^24 elements the sum of every row, all of 2048 rows, the ends and up to 16 columns of the others',
  work: ({ rows, columns, mask, dtype }) => ({
    flops: 5 * rows * columns,
    minBytes: 2 * bytesOf(dtype) * rows * columns + (mask === 'none' ? 0 : 4 * columns),
  }),
  variants: withAutomatic([
    {
      name: 'unsafe',
      summary: 'exp of the logits as they are: overflows',
      boundBy: 'memory bandwidth while a row fits into the first-level cache; wrong on large logits',
      plan: unlessFill('wide', 'exp of ±80 loses bits that nothing gives back', trees('unsafe.wgsl', 2)),
      breaksOn,
    },
    {
      name: 'safe',
      summary: 'three sweeps: maximum, sum, result',
      boundBy:
        'memory bandwidth while a row fits into the first-level cache: the second and third sweep hit there',
      plan: trees('safe.wgsl', 3),
    },
    {
      name: 'online',
      summary: 'two sweeps: running maximum and sum, merged as pairs',
      boundBy: 'the exponential of every merge lies on the critical path of its thread',
      plan: online('online.wgsl'),
    },
    {
      name: 'separate',
      summary: 'scale and mask through memory, then the resident softmax',
      boundBy: 'five passes over memory instead of two',
      plan: separate({ first: 'scale-mask.wgsl', second: 'resident.wgsl.ts' }),
    },
    {
      name: 'resident',
      summary: 'a workgroup holds the row in registers: one read, one barrier',
      boundBy: 'memory bandwidth; for short rows a workgroup has too little to do',
      access: 'x coalesced, 4 lines for 512 B; y coalesced, 4 lines for 512 B',
      plan: resident('resident.wgsl.ts'),
    },
    {
      name: 'subgroup',
      summary: 'a subgroup holds a short row, no barrier',
      boundBy: 'memory bandwidth; rows below 128 columns leave lanes idle',
      plan: subgroupRows('subgroup.wgsl'),
    },
    {
      name: 'split',
      summary: 'several workgroups a row, pairs merged by a second dispatch',
      boundBy: 'a second dispatch over few workgroups, and a barrier between the two',
      plan: split({ partials: 'split-partials.wgsl', normalise: 'split-normalise.wgsl' }),
    },
  ]),
  wrong,
};

// Some logit of every such row is kept, so the row's sum overflows or is nothing but underflow.
function breaksOn({ rows, columns, mask, fill }: SoftmaxCase): string | null {
  if (rows * columns === 0 || mask === 'all' || !isHuge(fill)) return null;
  return fill === 'low' || fill === 'floor' ? 'every exponential underflows' : 'an exponential overflows';
}

function withAutomatic(rungs: readonly Variant<SoftmaxCase>[]): readonly Variant<SoftmaxCase>[] {
  const choice = { claims: isHeldOut, judgedAt: 'the held-out shapes', pick: pickVariant };
  const own = rungs.map((rung) =>
    rung.name === 'resident' ? rung : { ...rung, plan: unlessHalves(rung.plan) },
  );
  return [...own, automatic(own, choice)];
}
