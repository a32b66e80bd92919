// Sorts keys of 32 bits. What compares is bound by how often it passes over memory; what counts digits passes over it a few times.
import { tuningWhere } from '@kernel-ladder/harness';
import { withSubgroups } from '@kernel-ladder/kernel-kit';
import type { Family } from '@kernel-ladder/harness';
import { edgeCases, timedCases } from './cases.ts';
import { combine, isTable, params } from './cases/kinds.ts';
import type { KeyCase, SortCase } from './cases/kinds.ts';
import { keyInputs } from './inputs.ts';
import { keyOracle, tolerance } from './oracle.ts';
import { bitonicSteps, bitonicTiles } from './plans/bitonic.ts';
import { findKeys, insertKeys, sorting } from './plans/hash.ts';
import { radixPasses, sentInOrder, sentOneByOne } from './plans/radix.ts';
import { oneSweep, sentByBallots } from './plans/sweep.ts';
import { keyOutputs, keyWork } from './problem.ts';
import { wrong } from './wrong.ts';

/** The ladder of sorting: keys of u32, i32 or f32, alone or with a word each; every rung is stable. Hash tables of keys beside it. */
export const family: Family<KeyCase> = {
  name: 'sort',
  title: 'Sorting keys, alone and with values, and hash tables',
  params,
  combine,
  headline: { cache: 'cold', metric: 'gflops' },
  cases: timedCases,
  edgeCases,
  inputs: keyInputs,
  refills: (given) =>
    isTable(given)
      ? (['equal', 'few'] as const).map((fill) => ({ ...given, fill }))
      : (['words', 'few', 'hot', 'reversed'] as const).map((fill) => ({ ...given, fill })),
  outputs: keyOutputs,
  oracle: keyOracle,
  divides: () => true,
  tolerance,
  work: keyWork,
  arithmetic: () => 'u32',
  variants: [
    {
      name: 'bitonic',
      summary: 'a bitonic network, each step a dispatch over global memory',
      boundBy: 'memory bandwidth, some (log2 n)²/2 times over',
      plan: sorting(bitonicSteps),
    },
    {
      name: 'bitonic-tiled',
      summary: 'the same network with all steps within a tile of 2048 in workgroup memory',
      boundBy: 'barriers within a tile; memory bandwidth once for each step between tiles',
      plan: sorting(bitonicTiles),
    },
    {
      name: 'radix',
      summary: 'digits of four bits from the least up: counted, summed up, and each key sent by itself',
      boundBy: 'memory sectors: neighbouring threads send to places far apart, 4 bytes each',
      access:
        'counts0 strided, 14.7 lines for 114 B; counts1 coalesced, 1 line for 4 B; entries coalesced, 1 line for 4 B; keys strided, 5.7 lines for 128 B; otherKeys strided, 8.4 lines for 128 B; sorted strided, 9 lines for 128 B',
      plan: sorting(radixPasses(sentOneByOne)),
    },
    {
      name: 'radix-local',
      summary: 'digits of eight bits; a tile is sorted in workgroup memory and sent in order',
      boundBy: 'barriers and steps of the local sort, a key at a time',
      plan: sorting(radixPasses(sentInOrder)),
    },
    {
      name: 'radix-ballot',
      summary: 'the same, ranked by subgroup ballots with keys in registers',
      boundBy: 'memory bandwidth, three times over the keys a digit',
      access:
        'counts0 strided, 6.7 lines for 256 B; counts1 coalesced, 1 line for 5 B; counts2 coalesced, 1 line for 4 B; entries coalesced, 1 line for 4 B; keys coalesced, 1 line for 128 B; otherKeys strided, 3.5 lines for 128 B; sorted strided, 4.7 lines for 128 B',
      plan: withSubgroups(sorting(radixPasses(sentByBallots))),
    },
    {
      name: 'one-sweep',
      summary: 'all digits counted in one reading; a pass reads and writes once, its tiles look back',
      boundBy: 'ballots and counters in workgroup memory; then memory bandwidth, nine times 4 bytes a key',
      access:
        'keys coalesced, 1.6 lines for 205 B; otherKeys strided, 4.7 lines for 128 B; sorted strided, 5.9 lines for 128 B; state coalesced, 4 lines for 507 B',
      plan: withSubgroups(sorting(oneSweep.plan)),
      tuning: tuningWhere(oneSweep.tuning, isSorted, 'sorts, and has no table'),
    },
    {
      name: 'hash-insert',
      summary: 'a table is emptied, and each key takes the first slot that is free, by compare and exchange',
      boundBy: 'memory sectors: 32 bytes in and out for each slot of 4 that is looked at',
      plan: insertKeys,
    },
    {
      name: 'hash-find',
      summary: 'looks for each key of a table that is there, slot after slot',
      boundBy: 'memory sectors: 32 bytes for each slot of 4 that is looked at',
      plan: findKeys,
    },
  ],
  wrong,
};

function isSorted(given: KeyCase): given is SortCase {
  return !isTable(given);
}
