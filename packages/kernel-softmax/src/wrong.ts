// Kernels with a known fault, which the check must reject.
import type { Family } from '@kernel-ladder/harness';
import type { SoftmaxCase } from './cases.ts';
import { online, subgroupRows, trees } from './plans.ts';

/** One realistic mistake each. */
export const wrong: Family<SoftmaxCase>['wrong'] = [
  {
    name: 'partial-max',
    summary: 'the maximum of the first 256 columns only',
    plan: trees('wrong/partial-max.wgsl', 3),
  },
  {
    name: 'dropped-tail',
    summary: 'the denominator leaves out the last columns',
    plan: trees('wrong/dropped-tail.wgsl', 3),
  },
  {
    name: 'missing-barrier',
    summary: 'reads a level before it is written',
    plan: trees('wrong/missing-barrier.wgsl', 3),
  },
  {
    name: 'half-precision',
    summary: 'rounds every exponential to half precision',
    plan: trees('wrong/half-precision.wgsl', 3),
  },
  {
    name: 'mask-ignored',
    summary: 'masked columns count in the denominator',
    plan: trees('wrong/mask-ignored.wgsl', 3),
  },
  {
    name: 'divides-by-max',
    summary: 'normalises by a maximum, not by the sum',
    plan: trees('wrong/divides-by-max.wgsl', 3),
  },
  {
    name: 'next-row',
    summary: 'the denominator of the row below',
    plan: trees('wrong/next-row.wgsl', 3),
  },
  {
    name: 'no-rescale',
    summary: 'merges sums without rescaling them',
    plan: online('wrong/no-rescale.wgsl'),
  },
  {
    name: 'wrong-subgroup',
    summary: 'takes every subgroup to have 32 lanes',
    plan: subgroupRows('wrong/wrong-subgroup.wgsl'),
  },
];
