// Faults of sums, prefixes and partitions: a lane too far, a lane that is not there, a carry that is lost.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { WarpCase } from '../cases/kinds.ts';

const isSum = (params: WarpCase) => !('builtin' in params);
const isPartial = (params: WarpCase) => 'workgroup' in params && Number(params.workgroup) % 4 > 0;

// The first level of the sum of columns: the text has a second sum, of single numbers.
function level(shuffle: string, guard: string, otherwise = 'vec4<Value>()') {
  return `select(${otherwise}, ${shuffle}, ${guard})`;
}

const down = level('subgroupShuffleDown(sum, 1u)', 'lane + 1u < there');
const xor = level('subgroupShuffleXor(sum, 1u)', '(lane ^ 1u) < there');

/** The faults of sums over subgroups. */
export const sumFaults: readonly Fault<WarpCase>[] = [
  {
    name: 'missing-barrier',
    summary: 'adds up the tree without waiting for the level before',
    of: 'sum-tree',
    change: edit(
      'sum-tree.wgsl',
      '// What the level before, or the load, has left.\n      workgroupBarrier();',
      '',
    ),
    answer: 'wrong-value',
  },
  {
    name: 'one-lane-off',
    summary: 'takes the number of the lane behind the next',
    of: 'sum-down',
    change: edit('sum.wgsl.ts', down, level('subgroupShuffleDown(sum, 2u)', 'lane + 2u < there')),
    answer: 'wrong-value',
    takes: (params) => isSum(params) && isPartial(params) && Number(params['n']) > 64,
  },
  {
    name: 'counts-itself',
    summary: 'adds its own number where the other lane is not there',
    of: 'sum-down',
    change: edit('sum.wgsl.ts', down, level('subgroupShuffleDown(sum, 1u)', 'lane + 1u < there', 'sum')),
    answer: 'wrong-value',
    takes: (params) => isSum(params) && isPartial(params),
  },
  {
    name: 'twice-the-same-half',
    summary: 'goes to the same lanes on two levels of the butterfly',
    of: 'sum-xor',
    change: edit('sum.wgsl.ts', xor, level('subgroupShuffleXor(sum, 2u)', '(lane ^ 2u) < there')),
    answer: 'wrong-value',
    takes: (params) => isSum(params) && isPartial(params) && Number(params['n']) > 64,
  },
  {
    name: 'lost-partial-subgroup',
    summary: 'leaves out the last subgroup where it lacks lanes',
    of: 'sum-builtin',
    change: edit('sum.wgsl.ts', '(WORKGROUP + size - 1u) / size', 'WORKGROUP / size'),
    answer: 'wrong-value',
    takes: (params) => isSum(params) && isPartial(params),
  },
  {
    name: 'dropped-tail',
    summary: 'leaves out what is behind the last whole vec4',
    of: 'sum-builtin',
    change: edit('sum.wgsl.ts', 'N % 4u > 0u && index', 'N % 4u > 4u && index'),
    answer: 'wrong-value',
    takes: (params) => isSum(params) && Number(params['n']) % 4 > 0,
  },
  {
    name: 'lost-share',
    summary: 'leaves out the share of the last workgroup',
    of: 'two-dispatches',
    change: edit('shares-total.wgsl', 'other < GROUPS', 'other + 1u < GROUPS'),
    answer: 'wrong-value',
  },
  {
    name: 'no-wait',
    summary: 'goes through the barrier without waiting for anybody',
    of: 'grid-barrier',
    change: edit(
      'grid-barrier.wgsl',
      'if (subgroupAll(is_complete))',
      'if (subgroupAny(is_complete) || look == 0u)',
    ),
    answer: 'wrong-value',
    takes: ({ n }) => Number(n) > 4096,
  },
  {
    name: 'barrier-not-reset',
    summary: 'takes what an earlier launch has published',
    of: 'grid-barrier',
    change: (plan) => ({ ...plan, passes: plan.passes.slice(1) }),
    answer: 'unrepeatable',
    takes: ({ n }) => Number(n) > 4096,
  },
  {
    name: 'one-lane-late',
    summary: 'begins the ladder one lane too high',
    of: 'prefix-up',
    change: edit('prefix.wgsl', 'lane >= reach', 'lane > reach'),
    answer: 'wrong-value',
  },
  {
    name: 'lost-carry',
    summary: 'forgets the subgroups before those that it takes prefixes of together',
    of: 'prefix-up',
    change: edit('prefix.wgsl', 'carry += subgroupShuffle', 'carry = subgroupShuffle'),
    answer: 'wrong-value',
  },
  {
    name: 'last-but-one',
    summary: 'takes the sum of a row from the last lane but one',
    of: 'prefix-builtin',
    change: edit(
      'prefix.wgsl',
      'subgroupShuffle(with_own, there - 1u)',
      'subgroupShuffle(with_own, max(there, 2u) - 2u)',
    ),
    answer: 'wrong-value',
  },
  {
    name: 'inclusive-for-exclusive',
    summary: 'counts the place itself where it must not, and the reverse',
    of: 'prefix-builtin',
    change: edit('prefix.wgsl', 'if (!INCLUSIVE)', 'if (INCLUSIVE)'),
    answer: 'wrong-value',
  },
  {
    name: 'half-precision',
    summary: 'reads numbers as half precision',
    of: 'prefix-builtin',
    change: edit('prefix.wgsl', 'return x[index];', 'return quantizeToF16(x[index]);'),
    answer: 'wrong-value',
    takes: ({ dtype }) => dtype === 'f32',
  },
  {
    name: 'lost-subgroup',
    summary: 'forgets the subgroup right before its own',
    of: 'prefix-quads',
    change: edit('prefix-quads.wgsl', 'if (other < subgroup)', 'if (other + 1u < subgroup)'),
    answer: 'wrong-value',
    takes: ({ n }) => Number(n) > 512,
  },
  {
    name: 'lost-end-of-a-vec4',
    summary: 'stores nothing of a vec4 that is not whole',
    of: 'prefix-quads',
    change: edit('prefix-quads.wgsl', 'if (4u * index + part < N)', 'if (4u * index + 3u < N)'),
    answer: 'unwritten',
    takes: ({ n }) => Number(n) % 4 > 0,
  },
  {
    name: 'row-of-another',
    summary: 'writes the sum of its first row where that of another belongs',
    of: 'partition-quads',
    change: edit('partition-quads.wgsl', 'row_sums[row + other]', 'row_sums[row]'),
    answer: 'wrong-value',
    takes: ({ lanes, n }) => Number(lanes) > 4 && Number(n) > 512,
  },
  {
    name: 'half-a-partition',
    summary: 'leaves out the last level of the butterfly',
    of: 'partition',
    change: edit('partition.wgsl', 'level < LEVELS', 'level + 1u < LEVELS'),
    answer: 'wrong-value',
  },
];
