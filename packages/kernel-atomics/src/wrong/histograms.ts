// Faults of the histograms and of contended additions.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { AtomicsCase } from '../cases/kinds.ts';
import { without } from './passes.ts';

const isHistogram = (least: number, input?: string) => (params: AtomicsCase) =>
  'bins' in params && params.n >= least && (input === undefined || params.input === input);
const isContention = (least: number) => (params: AtomicsCase) =>
  'targets' in params && Number(params.targets) > 2 && params.n >= least;

/** The faults of `histogram-…` and `contention-…`. */
export const histogramFaults: readonly Fault<AtomicsCase>[] = [
  {
    name: 'loads-and-stores',
    summary: 'loads a count and stores one more: what others counted meanwhile is lost',
    of: 'histogram-global',
    change: edit(
      'histogram/global.wgsl',
      'atomicAdd(&counts[x[index]], 1u)',
      'atomicStore(&counts[x[index]], atomicLoad(&counts[x[index]]) + 1u)',
    ),
    answer: 'wrong-value',
    takes: isHistogram(255, 'hot'),
  },
  {
    name: 'counts-on',
    summary: 'counts on from what the last launch has left',
    of: 'histogram-global',
    change: without(0),
    answer: 'wrong-value',
    takes: (params) => isHistogram(1)(params) && 'bins' in params && params.bins === 1,
  },
  {
    name: 'dropped-tail',
    summary: 'leaves out what is behind the last whole quad',
    of: 'histogram-privatized',
    change: edit('histogram/private.wgsl', '< vec4u(N)', '< vec4u(N / 4u * 4u)'),
    answer: 'wrong-value',
    takes: (params) => isHistogram(3)(params) && params.n % 4 > 0,
  },
  {
    name: 'early-flush',
    summary: 'hands the bins in before all threads have counted',
    of: 'histogram-privatized',
    change: edit('histogram/private.wgsl', 'workgroupBarrier();', ''),
    answer: 'wrong-value',
    takes: isHistogram(1000),
  },
  {
    name: 'lost-copy',
    summary: 'leaves one copy of each bin out',
    of: 'histogram-subgroup',
    change: edit('histogram/private.wgsl', 'other < COPIES', 'other < COPIES - 1u'),
    answer: 'wrong-value',
    takes: isHistogram(1000),
  },
  {
    name: 'next-bin',
    summary: 'hands each bin in as the one behind it',
    of: 'histogram-lanes',
    change: edit('histogram/private.wgsl', '&counts[first + bin]', '&counts[(first + bin + 1u) % BINS]'),
    answer: 'wrong-value',
    takes: isHistogram(1000, 'zipf'),
  },
  {
    name: 'same-range',
    summary: 'counts the first range of bins as often as there are ranges',
    of: 'histogram-multipass',
    change: edit('histogram/private.wgsl', 'worker % RANGES * SPAN', 'worker % 1u * SPAN'),
    answer: 'wrong-value',
  },
  {
    name: 'side-by-side',
    summary: 'adds neighbouring terms to neighbouring words, which contend less',
    of: 'contention-storage',
    change: edit('contention/storage.wgsl', 'slot_of(index, TARGETS)]', 'index % TARGETS]'),
    answer: 'wrong-value',
    takes: isContention(255),
  },
  {
    name: 'greatest-term',
    summary: 'keeps the greatest term where all should be added up',
    of: 'contention-storage',
    change: edit('contention/storage.wgsl', 'atomicAdd', 'atomicMax'),
    answer: 'wrong-value',
    takes: isContention(10_000),
  },
  {
    name: 'last-workgroup',
    summary: 'stores the sums of a workgroup over those of the others',
    of: 'contention-workgroup',
    change: edit('contention/workgroup.wgsl', 'atomicAdd(&sums[at], sum)', 'atomicStore(&sums[at], sum)'),
    answer: 'wrong-value',
    takes: isContention(10_000),
  },
];
