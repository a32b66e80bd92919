// Faults of the bitonic networks.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { SortCase } from '../cases/kinds.ts';

/** The faults of `bitonic` and `bitonic-tiled`. */
export const networkFaults: readonly Fault<SortCase>[] = [
  {
    name: 'dropped-last',
    summary: 'leaves the last key out',
    of: 'bitonic',
    change: edit('bitonic/begin.wgsl', 'if (index < N)', 'if (index + 1u < N)'),
    answer: 'wrong-value',
    takes: hasSeveral,
  },
  {
    name: 'descends',
    summary: 'sorts the other way round',
    of: 'bitonic',
    change: edit('bitonic/step.wgsl', 'return left < right ||', 'return left > right ||'),
    answer: 'wrong-value',
    takes: hasSeveral,
  },
  {
    name: 'low-bits-ignored',
    summary: 'compares the upper 24 bits alone',
    of: 'bitonic',
    change: edit('bitonic/step.wgsl', 'return left < right ||', 'return left >> 8u < right >> 8u ||'),
    answer: 'wrong-value',
    takes: ({ n, fill }) => fill === 'special' && n > 100,
  },
  {
    name: 'values-of-the-place',
    summary: 'leaves the values where they are',
    of: 'bitonic-tiled',
    change: edit('bitonic/carry.wgsl', 'values[places[index]]', 'values[index]'),
    answer: 'wrong-value',
    takes: hasSeveralPairs,
  },
  {
    name: 'unstable',
    summary: 'lets equal keys pass each other',
    of: 'bitonic-tiled',
    change: edit('bitonic/tile.wgsl', '(PAIRS && left == right && a.place < b.place)', 'false'),
    answer: 'wrong-value',
    takes: ({ n, of, fill }) => of === 'pairs' && fill === 'few' && n > 100,
  },
  {
    name: 'forgets-to-mirror',
    summary: 'begins each merge with partners of the same distance, as if the second half descended',
    of: 'bitonic-tiled',
    change: edit('bitonic/tile.wgsl', 'BEGINS && step == 0u', 'false'),
    answer: 'wrong-value',
    takes: hasSeveral,
  },
  {
    name: 'missing-barrier',
    summary: 'compares before the step before is done',
    of: 'bitonic-tiled',
    change: edit('bitonic/tile.wgsl', '// The next step has other pairs.\n      workgroupBarrier();', ''),
    answer: 'wrong-value',
    takes: hasSeveral,
  },
];

function hasSeveral({ n, fill }: SortCase): boolean {
  return n > 100 && (fill === 'uniform' || fill === 'words');
}

function hasSeveralPairs(params: SortCase): boolean {
  return params.of === 'pairs' && hasSeveral(params);
}
