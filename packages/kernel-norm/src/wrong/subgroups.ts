// Faults of the rungs that work in subgroups.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import { itemWidth, rowFaults } from '@kernel-ladder/kernel-kit';
import type { NormCase } from '../cases.ts';

/** The faults of `welford`, `resident` and `subgroup`. */
export const subgroupFaults: readonly Fault<NormCase>[] = [
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
    name: 'counts-one-more',
    summary: 'begins to count at one',
    of: 'welford',
    change: edit('welford.wgsl', 'var count = 0.0;', 'var count = 1.0;'),
    answer: 'wrong-value',
    takes: isVaried,
  },
  {
    name: 'lost-subgroup',
    summary: 'merges all subgroups but the last',
    of: 'welford',
    change: edit('welford.wgsl', 'other < lanes.y', 'other + 1u < lanes.y'),
    answer: 'wrong-value',
    takes: isVaried,
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
    name: 'rounded-elements',
    summary: 'reads elements as half precision',
    of: 'subgroup',
    change: edit(
      'subgroup.wgsl',
      '= x[(first + b) * ITEMS + item];',
      '= Item(quantizeToF16(vec4f(x[(first + b) * ITEMS + item])));',
    ),
    answer: 'wrong-value',
    takes: ({ columns }) => itemWidth(columns) === 4,
  },
  ...rowFaults,
];

function isCentred({ op }: NormCase): boolean {
  return op === 'layernorm';
}

// A row without variance has none, however its columns are counted.
function isVaried({ fill }: NormCase): boolean {
  return fill === 'uniform';
}
