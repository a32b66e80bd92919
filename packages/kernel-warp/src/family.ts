// What the lanes of a subgroup do together: add up, take prefixes, vote, pass numbers around. The lesson: threads of a subgroup share registers.
import type { Family, Variant } from '@kernel-ladder/harness';
import { edgeCases, timedCases } from './cases.ts';
import chosen from './chosen.json' with { type: 'json' };
import { combine, params } from './cases/combine.ts';
import { byKind } from './cases/kinds.ts';
import type { WarpCase } from './cases/kinds.ts';
import { warpInputs } from './inputs.ts';
import { tolerance, warpOracle } from './oracle.ts';
import {
  gridBarrier,
  keyed,
  partitions,
  prefixes,
  quadPartitions,
  quadPrefixes,
  repeated,
  rung,
  subgroupRung,
  subgroupSums,
  summing,
  treeSums,
  twoDispatches,
} from './plans.ts';
import { warpOutputs, warpWork } from './problem.ts';
import { wrong } from './wrong.ts';

// How lanes reach global memory is the same on every rung of a ladder.
const accesses = {
  sum: 'total coalesced, 1 line for 4 B; x coalesced, 4 lines for 512 B',
  prefix: 'x coalesced, 1 line for 128 B; y coalesced, 1 line for 128 B',
  keyed:
    'keys coalesced, 1 line for 128 B; launch broadcast, 1 line for 4 B; x coalesced, 1 line for 128 B; y coalesced, 1 line for 128 B',
};

const sums: readonly Variant<WarpCase>[] = [
  {
    name: 'sum-tree',
    summary: 'every number through a tree in workgroup memory',
    boundBy: 'workgroup memory and a barrier for each level of each of four trees',
    access: accesses.sum,
    plan: rung({ sum: treeSums }),
  },
  {
    name: 'sum-down',
    summary:
      'every number through its subgroup: shuffles from the lanes above, a lane half as often each time',
    boundBy: 'shuffles, one for each level of the tree; lanes above the half add what nobody takes',
    access: accesses.sum,
    plan: subgroupRung({ sum: subgroupSums('down'), builtin: summing('down') }),
  },
  {
    name: 'sum-xor',
    summary:
      'every number through its subgroup: a butterfly, after which all lanes of a whole subgroup have the sum',
    boundBy: 'shuffles, one for each level of the butterfly',
    access: accesses.sum,
    plan: subgroupRung({ sum: subgroupSums('xor'), builtin: summing('xor') }),
  },
  {
    name: 'sum-builtin',
    summary: 'every number through its subgroup: the built-in sum',
    boundBy: 'memory bandwidth for words, whose sum is one instruction; shuffles for floats',
    access: accesses.sum,
    plan: subgroupRung({ sum: subgroupSums('builtin'), builtin: summing('builtin') }),
  },
  {
    name: 'two-dispatches',
    summary: 'a fixed number of workgroups, and one workgroup of a second dispatch for what they leave',
    boundBy: 'memory bandwidth; for short vectors two dispatches',
    access:
      'shares coalesced, 1 line for 4 B; total coalesced, 1 line for 4 B; x coalesced, 4 lines for 512 B',
    plan: subgroupRung({ sum: twoDispatches }),
  },
  {
    name: 'grid-barrier',
    summary: 'the same workgroups meet at a barrier over the whole grid, made of atomics',
    boundBy: 'memory bandwidth; for short vectors the barrier, and the dispatch that resets it',
    access:
      'known coalesced, 1 line for 4 B; state coalesced, 1 line for 8 B; total coalesced, 1 line for 4 B; x coalesced, 4 lines for 512 B',
    plan: subgroupRung({ sum: gridBarrier }),
  },
];

const prefixRungs: readonly Variant<WarpCase>[] = [
  {
    name: 'prefix-up',
    summary: 'prefix sums of blocks: shuffles from the lanes below',
    boundBy: 'a shuffle for each level of four ladders',
    access: accesses.prefix,
    plan: subgroupRung({ prefix: prefixes('up') }),
  },
  {
    name: 'prefix-builtin',
    summary: 'prefix sums of blocks: the built-in functions',
    boundBy: 'what the driver makes of the built-in functions',
    access: accesses.prefix,
    plan: subgroupRung({ prefix: prefixes('builtin') }),
  },
  {
    name: 'prefix-quads',
    summary: 'prefix sums of blocks: a vec4 a thread, and one ladder for its four numbers',
    boundBy: 'memory bandwidth',
    access: 'x coalesced, 4 lines for 512 B; y coalesced, 4 lines for 512 B',
    plan: subgroupRung({ prefix: quadPrefixes }),
  },
  {
    name: 'partition',
    summary: 'sums of 4, 8 or 16 neighbours: butterflies within parts of a subgroup',
    boundBy: 'memory bandwidth',
    access: 'sums coalesced, 1 line for 16 B; x coalesced, 1 line for 128 B',
    plan: subgroupRung({ partition: partitions }),
  },
  {
    name: 'partition-quads',
    summary:
      'the same of vec4s: four neighbours a thread, a shorter butterfly, and a sum for each lane to write',
    boundBy: 'memory bandwidth',
    access: 'sums coalesced, 1 line for 128 B; x coalesced, 4 lines for 512 B',
    plan: subgroupRung({ partition: quadPartitions }),
  },
];

const votes: readonly Variant<WarpCase>[] = [
  {
    name: 'divergent',
    summary: 'arithmetic by keys: each lane does the rounds of its own key',
    boundBy: 'divergence: as many loops one after another as a subgroup has keys',
    access: accesses.keyed,
    plan: subgroupRung({ keyed: keyed('divergent') }),
  },
  {
    name: 'voted',
    summary: 'a vote whether all lanes have one key; if so they share its rounds',
    boundBy: 'as `divergent` where keys differ; the vote and a sum where they do not',
    access: accesses.keyed,
    plan: subgroupRung({ keyed: keyed('voted') }),
  },
  {
    name: 'waterfall',
    summary: 'a ballot of who waits: key after key, all lanes share the rounds of the first that does',
    boundBy: 'a ballot, a shuffle and a sum for each key of a subgroup',
    access: accesses.keyed,
    plan: subgroupRung({ keyed: keyed('waterfall') }),
  },
];

const probes: readonly Variant<WarpCase>[] = [
  {
    name: 'builtins',
    summary: 'every built-in function of subgroups and quads, over and over',
    boundBy: 'the latency of one function with one chain a thread, its throughput with several',
    plan: subgroupRung({ builtin: repeated }),
  },
];

/** The ladders of subgroups: sums, prefixes, votes, partitions, a barrier over the grid, and each built-in function by itself. */
export const family: Family<WarpCase> = {
  name: 'warp',
  title: 'Subgroups: sums, prefixes, votes and built-in functions',
  params,
  combine,
  headline: { cache: 'cold', metric: 'gbps' },
  cases: timedCases,
  edgeCases,
  chosen,
  inputs: warpInputs,
  outputs: warpOutputs,
  oracle: warpOracle,
  // Of a sum there is one number: each part would add up all of them.
  divides: (given) =>
    byKind(given, {
      sum: () => false,
      prefix: () => true,
      keyed: () => true,
      partition: () => true,
      builtin: () => false,
    }),
  tolerance,
  work: warpWork,
  arithmetic: (_, { dtype }) => (dtype === 'f32' ? 'f32' : 'u32'),
  variants: [...sums, ...prefixRungs, ...votes, ...probes],
  wrong,
};
