// Many threads, one word: what has to be atomic, what that costs, and how to need less of it.
import { tuningWhere } from '@kernel-ladder/harness';
import { withSubgroups } from '@kernel-ladder/kernel-kit';
import type { Family, Tuning, Variant } from '@kernel-ladder/harness';
import { edgeCases, timedCases } from './cases.ts';
import { combine, params } from './cases/combine.ts';
import { byKind, forOthers, inputNames } from './cases/kinds.ts';
import type { AtomicsCase, CompactCase } from './cases/kinds.ts';
import { atomicsInputs } from './inputs.ts';
import { atomicsOracle, tolerance } from './oracle.ts';
import { rung } from './plans.ts';
import { append, appendRacily, isRaced } from './plans/append.ts';
import { countThenScatter, tiles, unordered } from './plans/compact.ts';
import { compactBallot } from './plans/compact-ballot.ts';
import { compactLookBack } from './plans/compact-look-back.ts';
import { compactWindowed } from './plans/compact-windowed.ts';
import { inStorage, inWorkgroups } from './plans/contention.ts';
import { degrees, levels } from './plans/graph.ts';
import { openAddressing } from './plans/hash.ts';
import { globalBins, laneBins, privateBins, rangesOfBins, subgroupBins } from './plans/histogram.ts';
import { atomicsOutputs, atomicsWork } from './problem.ts';
import { wrong } from './wrong.ts';

const histograms: readonly Variant<AtomicsCase>[] = [
  {
    name: 'histogram-global',
    summary: 'an atomic of global memory for each element',
    boundBy: 'atomics of the last-level cache; where one bin is hot, all of them queue for one word',
    plan: rung({ histogram: globalBins }),
  },
  {
    name: 'histogram-privatized',
    summary: 'bins of its own for each workgroup, handed in once',
    boundBy: 'atomics of workgroup memory: lanes that meet in a bin take turns',
    access: 'counts coalesced, 1 line for 128 B; x coalesced, 4 lines for 512 B',
    plan: rung({ histogram: privateBins }),
  },
  {
    name: 'histogram-subgroup',
    summary: 'a copy of the bins for each 32 threads of a workgroup',
    boundBy: 'lanes of one subgroup that meet in a bin; eight times as many words to hand in',
    plan: rung({ histogram: subgroupBins }),
  },
  {
    name: 'histogram-lanes',
    summary: 'a copy of each bin for each of up to 32 neighbouring lanes, in a bank of its own',
    boundBy: 'memory bandwidth; beside it the rate of atomics of workgroup memory without a conflict',
    access: 'counts coalesced, 1 line for 128 B; x coalesced, 4 lines for 512 B',
    plan: rung({ histogram: laneBins }),
  },
  {
    name: 'histogram-multipass',
    summary: 'many bins: ranges that fit into workgroup memory, each counted by workgroups of its own',
    boundBy: 'reads: every range reads all elements, from the cache where others have just read them',
    plan: rung({ histogram: rangesOfBins }),
  },
];

const probes: readonly Variant<AtomicsCase>[] = [
  {
    name: 'contention-storage',
    summary: 'additions to so many words of global memory',
    boundBy: 'atomics of the last-level cache: of one word one after another, of many as memory brings them',
    plan: rung({ contention: inStorage }),
  },
  {
    name: 'contention-workgroup',
    summary: 'additions to so many words of workgroup memory',
    boundBy: 'lanes that meet in a word or a bank; with many words, handing them in',
    plan: rung({ contention: inWorkgroups }),
  },
];

const lists: readonly Variant<AtomicsCase>[] = [
  {
    name: 'append',
    summary: 'a place in a list for each word, by an atomic counter',
    boundBy: 'one word that all threads queue for',
    plan: rung({ append }),
  },
  {
    name: 'append-racy',
    summary: 'the same with a counter that is loaded and stored: it loses what threads count at once',
    boundBy: 'nothing: it is wrong',
    breaksOn: (given) => (isRace(given) ? 'threads that load the counter at once take the same place' : null),
    plan: rung({ append: appendRacily }),
  },
  {
    name: 'compact-element',
    summary: 'an atomic for each word that is kept, in any order',
    boundBy: 'one word that all threads queue for',
    plan: rung({ compact: unordered('compact/element.wgsl') }),
  },
  {
    name: 'compact-subgroup',
    summary: 'an atomic for each subgroup, whose lanes share out the places, in any order',
    boundBy: 'one word that all subgroups queue for',
    plan: rung({ compact: withSubgroups(unordered('compact/subgroup.wgsl')) }),
  },
  {
    name: 'compact-workgroup',
    summary: 'an atomic for each tile of 2048 words, written in whole lines; tiles come in any order',
    boundBy: 'memory bandwidth; the barriers in which a workgroup adds up what its threads keep',
    access:
      'count coalesced, 1 line for 4 B; x coalesced, 4 lines for 512 B; y coalesced, 1.5 lines for 126 B',
    plan: rung({ compact: tiles }),
  },
  {
    name: 'compact-ballot',
    summary: 'an atomic for each tile of 16384 words, which find their places in it by ballots, in any order',
    boundBy:
      'memory bandwidth; to find its place for each word: a mask, a count of bits, a store under a condition',
    plan: rung({ compact: withSubgroups(compactBallot.plan) }),
    tuning: ofCompactions(compactBallot.tuning),
  },
  {
    name: 'compact-scan',
    summary: 'stable: counts of tiles, their prefix sums, and tiles once more',
    boundBy: 'memory bandwidth, at two reads instead of one; one workgroup adds up the counts',
    plan: rung({ compact: countThenScatter }),
  },
  {
    name: 'compact-look-back',
    summary: 'stable: one read; a subgroup of each tile looks back over what those before it have published',
    boundBy: 'latency of the look-back: a tile waits for the states of those before it',
    access:
      'count coalesced, 1 line for 4 B; state coalesced, 1 line for 68 B; x coalesced, 4 lines for 512 B; y strided, 1.5 lines for 127 B',
    plan: rung({ compact: withSubgroups(compactLookBack.plan) }),
    tuning: ofCompactions(compactLookBack.tuning),
  },
  {
    name: 'compact-windowed',
    summary:
      'stable: one read by workgroups that stay; each adds up what was published since its last tile, while the next one loads',
    boundBy: 'memory bandwidth, as long as all workgroups run at once',
    access:
      'count coalesced, 1 line for 4 B; state coalesced, 1 line for 4 B; x coalesced, 4 lines for 512 B; y coalesced, 1 line for 128 B',
    plan: rung({ compact: withSubgroups(compactWindowed.plan) }),
    tuning: ofCompactions(compactWindowed.tuning),
  },
];

const graphs: readonly Variant<AtomicsCase>[] = [
  {
    name: 'graph-degrees',
    summary: 'an atomic at both ends of each edge',
    boundBy: 'atomics of the last-level cache, at places all over the vertices',
    plan: rung({ degrees }),
  },
  {
    name: 'graph-bfs',
    summary: 'rounds over all edges, each of which takes the lesser level by an atomic minimum',
    boundBy: 'loads of levels at places all over the vertices, for every edge in every round',
    plan: rung({ levels }),
  },
];

const tables: readonly Variant<AtomicsCase>[] = [
  {
    name: 'hash-linear',
    summary: 'open addressing from slot to slot, a compare-and-exchange at each',
    boundBy: 'atomics at random places; where the table is full, long runs of taken slots',
    plan: rung({ hash: openAddressing({ looksFirst: false, isDouble: false }) }),
  },
  {
    name: 'hash-look-first',
    summary: 'the same, but a slot that is taken costs a load and no exchange',
    boundBy: 'latency at random places; where the table is full, long runs of taken slots',
    plan: rung({ hash: openAddressing({ looksFirst: true, isDouble: false }) }),
  },
  {
    name: 'hash-double',
    summary: 'the same with a step of its own for each key, so that no runs grow',
    boundBy: 'latency at random places: each step goes to another line',
    plan: rung({ hash: openAddressing({ looksFirst: true, isDouble: true }) }),
  },
];

function ofCompactions(tuning: Tuning<CompactCase>): Tuning<AtomicsCase> {
  return tuningWhere(tuning, isCompaction, 'compacts, and solves nothing else');
}

function isCompaction(given: AtomicsCase): given is CompactCase {
  return 'keep' in given;
}

function isRace(given: AtomicsCase): boolean {
  return byKind(given, { ...forOthers(() => false), append: isRaced });
}

/** The ladders of atomics: histograms, contended words, lists, graphs and tables. */
export const family: Family<AtomicsCase> = {
  name: 'atomics',
  title: 'Atomics: histograms, contention, lists, graphs and tables',
  params,
  combine,
  headline: { cache: 'cold', metric: 'gbps' },
  cases: timedCases,
  edgeCases,
  inputs: atomicsInputs,
  // No plan looks at which bins occur. What else a case has decides its launch.
  refills: (given) =>
    'bins' in given
      ? inputNames.filter((input) => input !== given.input).map((input) => ({ ...given, input }))
      : [given],
  outputs: atomicsOutputs,
  oracle: atomicsOracle,
  divides: (given) => 'keep' in given || 'load' in given,
  tolerance,
  work: atomicsWork,
  arithmetic: () => 'u32',
  variants: [...histograms, ...probes, ...lists, ...graphs, ...tables],
  wrong,
};
