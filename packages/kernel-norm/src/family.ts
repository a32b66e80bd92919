// Layer normalisation and RMS norm over the rows of a matrix: the same moments, read from memory three times, twice, once.
import { automatic, longestChain } from '@kernel-ladder/kernel-kit';
import type { Family, Variant } from '@kernel-ladder/harness';
import { edgeCases, fills, isHeldOut, ops, timedCases } from './cases.ts';
import chosen from './chosen.json' with { type: 'json' };
import type { NormCase } from './cases.ts';
import { normInputs } from './inputs.ts';
import { normOracle } from './oracle.ts';
import { resident, subgroupRows, trees, welford } from './plans.ts';
import { pickVariant } from './pick.ts';
import { wrong } from './wrong.ts';

/** The normalisation ladder: rows of f32, with a scale and, for layer normalisation, a shift for each column. */
export const family: Family<NormCase> = {
  name: 'norm',
  title: 'Layer normalisation and RMS norm over the rows of a matrix',
  params: [
    { key: 'rows', takes: { min: 0, max: 2 ** 28 } },
    { key: 'columns', takes: { min: 0, max: 2 ** 28 } },
    { key: 'op', default: 'layernorm', takes: ops },
    { key: 'fill', default: 'uniform', takes: fills },
  ],
  headline: { cache: 'cold', metric: 'gbps' },
  cases: timedCases,
  edgeCases,
  chosen,
  inputs: normInputs,
  // Squares of integers add up exactly; deviations from a mean never do, and need not (lost-terms.test.ts).
  exact: (params) => (params.op === 'rmsnorm' ? { ...params, fill: 'integers' } : params),
  refills: (params) => (['outlier', 'alternating', 'large'] as const).map((fill) => ({ ...params, fill })),
  mostTerms: ({ rows, columns }, threads) => Math.min(columns, longestChain(rows * columns, threads)),
  outputs: ({ rows, columns }) => ({ y: { type: 'f32', length: rows * columns } }),
  oracle: (params, inputs, _, part) => normOracle(params, inputs, part),
  divides: () => true,
  tolerance:
    '|γ|·r·δμ + |γ·r·(x − μ)|·(δV/(V + ε) + 14u) + 2u·|β| + 2^-126, r = 1/√(V + ε), u = 2^-24, δμ = (g + 2u)·mean|x|, ' +
    'δV = (g + 4u)·(V + √(mean(x²)·V)) + δμ², g = min(2·D, 4·√D)·u, D the longest chain of additions, 2·D·u on rows alike; ' +
    'rmsnorm: |y|·(g + 18u) + 2^-126',
  work: ({ rows, columns, op }) => ({
    flops: (op === 'layernorm' ? 8 : 4) * rows * columns,
    minBytes: 8 * rows * columns + 4 * columns * (op === 'layernorm' ? 2 : 1),
  }),
  variants: withAutomatic([
    {
      name: 'naive',
      summary: 'sum and sum of squares in one sweep, E[x²] − E[x]²',
      boundBy: 'memory bandwidth while a row fits into the first-level cache; cancels on large means',
      plan: trees('naive.wgsl', { layernorm: 2, rmsnorm: 2 }),
      breaksOn: ({ rows, columns, op, fill }) =>
        op === 'layernorm' && fill === 'offset' && rows * columns > 0
          ? 'E[x²] − E[x]² cancels all digits of the variance'
          : null,
    },
    {
      name: 'two-pass',
      summary: 'three sweeps: mean, squared deviations, result',
      boundBy: 'memory bandwidth while a row fits into the first-level cache, then three passes over memory',
      plan: trees('two-pass.wgsl', { layernorm: 3, rmsnorm: 2 }),
    },
    {
      name: 'welford',
      summary: 'two sweeps: running mean and deviations, merged as triples',
      boundBy: 'memory bandwidth while a row fits into the first-level cache; a division an element',
      plan: welford('welford.wgsl'),
    },
    {
      name: 'resident',
      summary: 'a workgroup holds the row in registers: one read, two passes over registers',
      boundBy: 'memory bandwidth',
      access:
        'beta coalesced, 4 lines for 512 B; gamma coalesced, 4 lines for 512 B; x coalesced, 4 lines for 512 B; y coalesced, 4 lines for 512 B',
      plan: resident('resident.wgsl.ts'),
    },
    {
      name: 'subgroup',
      summary: 'a subgroup holds a short row, no barrier',
      boundBy: 'memory bandwidth; rows below 128 columns leave lanes idle',
      plan: subgroupRows('subgroup.wgsl'),
    },
  ]),
  wrong,
};

function withAutomatic(rungs: readonly Variant<NormCase>[]): readonly Variant<NormCase>[] {
  const choice = { claims: isHeldOut, judgedAt: 'the held-out shapes', pick: pickVariant };
  return [...rungs, automatic(rungs, choice)];
}
