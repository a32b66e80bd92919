// Faults of the rungs, which the check must reject.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import { itemWidth } from '@kernel-ladder/kernel-kit';
import type { NormCase } from './cases.ts';

/** One realistic mistake each. */
export const wrong: readonly Fault<NormCase>[] = [
  {
    name: 'next-gamma',
    summary: 'takes the scale of the next column',
    of: 'naive',
    change: edit('naive.wgsl', 'gamma[column]', 'gamma[(column + 1u) % COLUMNS]'),
    answer: 'wrong-value',
  },
  {
    name: 'next-mean',
    summary: 'subtracts the mean of the row below',
    of: 'two-pass',
    change: edit(
      'two-pass.wgsl',
      'own_sum += x[row * COLUMNS + column];',
      'own_sum += x[(row + 1u) % ROWS * COLUMNS + column];',
    ),
    answer: 'wrong-value',
    takes: isCentred,
  },
  {
    name: 'partial-variance',
    summary: 'leaves all but the first columns out of the variance',
    of: 'two-pass',
    change: edit(
      'two-pass.wgsl',
      'own_squares += deviation * deviation;',
      'own_squares = select(own_squares, deviation * deviation, step == 0u);',
    ),
    answer: 'wrong-value',
  },
  {
    name: 'missing-barrier',
    summary: 'reads a level before it is written',
    of: 'two-pass',
    change: edit('two-pass.wgsl', 'workgroupBarrier();', ''),
    answer: 'wrong-value',
  },
  {
    name: 'sample-variance',
    summary: 'divides by one column less',
    of: 'welford',
    change: edit('welford.wgsl', 'triple.z / triple.x', 'triple.z / (triple.x - 1.0)'),
    answer: 'wrong-value',
  },
  {
    name: 'apart-means',
    summary: 'merges squared deviations as if they were from the same mean',
    of: 'welford',
    change: edit('welford.wgsl', 'a.z + b.z + delta * delta * a.x * share', 'a.z + b.z'),
    answer: 'wrong-value',
  },
  {
    name: 'swapped-parameters',
    summary: 'swaps scale and shift',
    of: 'resident',
    change: edit(
      'resident.wgsl.ts',
      `@binding(2) var<storage, read> gamma: array<Item>;
@group(0) @binding(3) var<storage, read> beta: array<Item>;`,
      `@binding(3) var<storage, read> gamma: array<Item>;
@group(0) @binding(2) var<storage, read> beta: array<Item>;`,
    ),
    answer: 'wrong-value',
    takes: isCentred,
  },
  {
    name: 'padded-deviation',
    summary: 'counts what lies behind the row as a deviation from the mean',
    of: 'subgroup',
    change: edit(
      'subgroup.wgsl',
      'select(Item(), held[b * HELD + k] - mean, k * size + lane < ITEMS)',
      'held[b * HELD + k] - mean',
    ),
    answer: 'wrong-value',
  },
  {
    name: 'no-epsilon',
    summary: 'leaves epsilon out',
    of: 'subgroup',
    change: edit('subgroup.wgsl', ' + EPSILON)', ')'),
    answer: 'wrong-value',
    // Only there it divides by zero.
    takes: ({ fill }) => fill === 'zeros',
  },
  {
    name: 'wrong-subgroup',
    summary: 'takes every subgroup to have 32 lanes',
    of: 'subgroup',
    change: edit('subgroup.wgsl', ', lane, size);', ', lane, max(size, 32u));'),
    answer: 'unwritten',
    // The first lane of 32 is there in every subgroup.
    at: (index, { columns }) => Math.floor((index % columns) / itemWidth(columns)) % 32 !== 0,
  },
];

function isCentred({ op }: NormCase): boolean {
  return op === 'layernorm';
}
