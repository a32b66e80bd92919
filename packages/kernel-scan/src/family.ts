// Prefix sums of one vector. The second lesson: what looks serial is log n steps, and the last step to bandwidth is to read once.
import { longestChain, withSubgroups } from '@kernel-ladder/kernel-kit';
import type { Family } from '@kernel-ladder/harness';
import { edgeCases, fills, modes, timedCases } from './cases.ts';
import chosen from './chosen.json' with { type: 'json' };
import type { ScanCase } from './cases.ts';
import { scanInputs } from './inputs.ts';
import { scanOracle } from './oracle.ts';
import { blelloch, hillisSteele, inSubgroups, levels } from './plans/levels.ts';
import { lookAhead } from './plans/look-ahead.ts';
import { lookBack } from './plans/look-back.ts';
import { reduceThenScan } from './plans/reduce-then-scan.ts';
import { windowed } from './plans/windowed.ts';
import { wrong } from './wrong.ts';

/** The scan ladder: inclusive and exclusive prefix sums of n elements of f32, i32 or u32. */
export const family: Family<ScanCase> = {
  name: 'scan',
  title: 'Prefix sums of a vector',
  params: [
    { key: 'n', takes: { min: 0, max: 2 ** 30 } },
    { key: 'mode', default: 'inclusive', takes: modes },
    { key: 'fill', default: 'uniform', takes: fills },
  ],
  headline: { cache: 'cold', metric: 'gbps' },
  cases: timedCases,
  edgeCases,
  chosen,
  inputs: scanInputs,
  exact: (params) => (params.dtype === 'f32' ? { ...params, fill: 'integers' } : params),
  refills: (params) =>
    (['alternating', 'constant', 'ramp', 'ones'] as const).map((fill) => ({ ...params, fill })),
  mostTerms: ({ n }, threads) => Math.min(n, longestChain(n, threads)),
  outputs: ({ n, dtype }) => ({ result: { type: dtype, length: n } }),
  oracle: (params, inputs, _, part) => scanOracle(params, inputs, part),
  divides: () => true,
  tolerance:
    'element i: 2^-24·min(2·D·Σ|x_j|, 4·√(D·(Σx_j² + (Σx_j)²))), j up to i, D the longest chain of additions, 2·D·2^-24·Σ|x_j| where elements are alike; integers and integral floats below 2^24: exact',
  work: ({ n }) => ({ flops: Math.max(0, n - 1), minBytes: 2 * 4 * n }),
  variants: [
    {
      name: 'hillis-steele',
      summary: 'log2 n steps in workgroup memory, block sums scanned and added back',
      boundBy: 'n log n additions, two barriers for each step, and four passes over memory',
      plan: levels(hillisSteele),
    },
    {
      name: 'blelloch',
      summary: 'up-sweep and down-sweep: linear work, padded against bank conflicts',
      boundBy: 'twice log n barriers for little work, and four passes over memory',
      plan: levels(blelloch),
    },
    {
      name: 'shuffle',
      summary: 'a ladder of shuffles in each subgroup instead of workgroup memory',
      boundBy: '256 elements a workgroup: block sums through three levels, four passes over memory',
      plan: withSubgroups(levels(inSubgroups(false))),
    },
    {
      name: 'subgroup',
      summary: 'the built-in subgroup scans instead of the ladder',
      boundBy: '256 elements a workgroup: block sums through three levels, four passes over memory',
      plan: withSubgroups(levels(inSubgroups(true))),
    },
    {
      name: 'reduce-then-scan',
      summary:
        '16 elements a thread: sums of the tiles first, then each tile with its offset; two reads, one write',
      boundBy: 'memory bandwidth, at three passes instead of two',
      plan: withSubgroups(reduceThenScan()),
    },
    {
      name: 'look-back',
      summary: 'one read, one write: each tile looks back over the sums that others have published',
      boundBy:
        'latency of the look-back: a tile waits for the states of those before it with its data in registers',
      access:
        'result coalesced, 4 lines for 512 B; state coalesced, 2 lines for 144 B; values coalesced, 4 lines for 512 B',
      plan: withSubgroups(lookBack),
    },
    {
      name: 'windowed',
      summary:
        'workgroups that stay: each knows what stood before its last tile and adds the sums published since; the next tile loads meanwhile',
      boundBy:
        'latency between the loads and the stores of a tile: a multiprocessor has registers for two of them, which do not hide it',
      plan: withSubgroups(windowed.plan),
      tuning: windowed.tuning,
    },
    {
      name: 'look-ahead',
      summary:
        'workgroups that stay, sum a tile up and hold it in registers until everyone else has told their sums: hardly anybody waits',
      boundBy:
        'memory bandwidth, as a copy is; what is left are steps across lanes and the first and last turns',
      plan: withSubgroups(lookAhead.plan),
      tuning: lookAhead.tuning,
    },
  ],
  wrong,
};
