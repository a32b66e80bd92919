// Multiplies a sparse matrix. The lesson: two operations for eight bytes that are read once, and rows that are not alike.
import { withSubgroups } from '@kernel-ladder/kernel-kit';
import type { Family, Variant } from '@kernel-ladder/harness';
import { edgeCases, timedCases } from './cases.ts';
import { combine, fills, isObserved, patterns } from './cases/kinds.ts';
import type { SparseCase } from './cases/kinds.ts';
import { longestRow } from './cases/lengths.ts';
import { sparseInputs } from './inputs.ts';
import { sparseOracle, tolerance } from './oracle.ts';
import {
  balanced,
  blockRows,
  lanesPerRow,
  merged,
  paddedRows,
  segmented,
  subgroupPerRow,
  threadPerRow,
  threadPerVector,
  vectorsInLanes,
  vectorsInTiles,
} from './plans.ts';
import { exactCase, refillsOf, sparseOutputs, sparseWork } from './problem.ts';
import { wrong } from './wrong.ts';

const withOneVector: readonly Variant<SparseCase>[] = [
  {
    name: 'csr-scalar',
    summary: 'compressed rows, one thread each',
    boundBy:
      'neighbours read a row apart, so that a line comes again for each of its entries; the longest row',
    access:
      'cols strided, 16 lines for 128 B; offsets strided, 1.5 lines for 128 B; vals strided, 16 lines for 128 B; x strided, 6.5 lines for 115 B; y coalesced, 1 line for 128 B',
    plan: threadPerRow,
  },
  {
    name: 'csr-subgroup',
    summary: 'compressed rows, one subgroup each: entries side by side',
    boundBy: 'lanes without an entry where rows are short; the longest row, which one subgroup walks alone',
    access:
      'cols coalesced, 1 line for 64 B; offsets broadcast, 1 line for 4 B; vals coalesced, 1 line for 64 B; x strided, 10.5 lines for 64 B; y coalesced, 1 line for 4 B',
    plan: withSubgroups(subgroupPerRow),
  },
  {
    name: 'csr-lanes',
    summary: 'as many lanes a row as the mean one has quads, two rows at once, loads of 16 bytes',
    boundBy: 'memory bandwidth where rows are alike, else the longest of them',
    access:
      'cols coalesced, 4 lines for 512 B; offsets strided, 1.1 lines for 32 B; vals coalesced, 4 lines for 512 B; x strided, 13.7 lines for 124 B; y coalesced, 1 line for 32 B',
    plan: withSubgroups(lanesPerRow),
  },
  {
    name: 'csr-merge',
    summary:
      'even shares of entries and row ends, whatever the lengths; what they leave open in a second dispatch',
    boundBy:
      'a search of twenty loads one after another before a tile is begun, and barriers of a scan behind it',
    plan: merged,
  },
  {
    name: 'csr-balanced',
    summary:
      'the same shares, all of them found in a pass before, all entries of a thread in flight, open sums by shuffles',
    boundBy: 'elements of x, which come one by one from the cache: a line for each entry',
    plan: withSubgroups(balanced),
  },
  {
    name: 'csr-segmented',
    summary:
      'even shares of the entries alone: a segmented sum over marks of where rows end; who ends a row looks back for what tiles before have of it',
    boundBy: 'elements of x, which come one by one from the cache: a sector for each entry',
    plan: withSubgroups(segmented.plan),
    tuning: segmented.tuning,
  },
  {
    name: 'ell',
    summary: 'rows padded to one length, column after column: one thread a row, neighbours side by side',
    boundBy: 'memory bandwidth, padding included',
    access:
      'ellCols coalesced, 1 line for 128 B; ellVals coalesced, 1 line for 128 B; x strided, 6.5 lines for 115 B; y coalesced, 1 line for 128 B',
    plan: paddedRows,
  },
  {
    name: 'bcsr',
    summary: 'full blocks of 4 × 4: a column for sixteen entries, loads of 16 bytes',
    boundBy: 'memory bandwidth',
    access:
      'blockCols strided, 1 line for 32 B; blockOffsets strided, 1.1 lines for 16 B; blockVals coalesced, 4 lines for 512 B; x strided, 5.8 lines for 123 B; y coalesced, 1 line for 64 B',
    plan: withSubgroups(blockRows),
  },
];

const withSeveral: readonly Variant<SparseCase>[] = [
  {
    name: 'spmm-naive',
    summary: 'several vectors: a thread for each element, neighbours along a row of X',
    boundBy: 'each entry is asked for again for each vector, and one row of X at a time is in flight',
    access:
      'cols broadcast, 1 line for 4 B; offsets broadcast, 1 line for 4 B; vals broadcast, 1 line for 4 B; x coalesced, 1 line for 128 B; y coalesced, 1 line for 128 B',
    plan: threadPerVector,
  },
  {
    name: 'spmm-subgroup',
    summary: 'several vectors: a subgroup a row, its entries loaded once and handed round by shuffles',
    boundBy: 'a shuffle before each load of X; lanes without a vector where these are few',
    access:
      'cols coalesced, 1 line for 64 B; offsets broadcast, 1 line for 4 B; vals coalesced, 1 line for 64 B; x coalesced, 1 line for 128 B; y coalesced, 1 line for 128 B',
    plan: withSubgroups(vectorsInLanes),
  },
  {
    name: 'spmm-tiled',
    summary:
      'several vectors: entries through workgroup memory, four vectors a thread, four rows of X in flight',
    boundBy: 'rows of X that come from the last-level cache, once for each entry',
    access:
      'cols coalesced, 1 line for 128 B; offsets strided, 1.1 lines for 15 B; vals coalesced, 1 line for 128 B; x coalesced, 3.8 lines for 486 B; y coalesced, 4 lines for 512 B',
    plan: vectorsInTiles,
  },
];

/** The ladders of a sparse matrix times a vector, in three formats, and times several. */
export const family: Family<SparseCase> = {
  name: 'sparse',
  title: 'Sparse matrix times one vector or several',
  params: [
    { key: 'rows', takes: { min: 0, max: 2 ** 26 } },
    { key: 'nnz', takes: { min: 0, max: 2 ** 28 } },
    { key: 'columns', default: -1, takes: { min: 0, max: 2 ** 26 } },
    { key: 'pattern', default: 'none', takes: patterns },
    { key: 'skew', default: -1, takes: { min: 0, max: 300 } },
    { key: 'vectors', default: 1, takes: { min: 1, max: 1024 } },
    { key: 'fill', default: 'uniform', takes: fills },
  ],
  combine,
  headline: { cache: 'cold', metric: 'gflops' },
  cases: timedCases,
  edgeCases,
  inputs: sparseInputs,
  exact: exactCase,
  refills: refillsOf,
  mostTerms: longestRow,
  outputs: sparseOutputs,
  oracle: (params, inputs, _, part) => sparseOracle(params, inputs, part),
  divides: ({ fill }) => !isObserved(fill),
  tolerance,
  work: sparseWork,
  variants: [...withOneVector, ...withSeveral],
  wrong,
};
