// Kernels with a known fault, which the check must reject.
import type { Family } from '@kernel-ladder/harness';
import type { NormCase } from './cases.ts';
import { subgroupRows, trees } from './plans.ts';

const reads = { layernorm: 3, rmsnorm: 2 };

/** One realistic mistake each. */
export const wrong: Family<NormCase>['wrong'] = [
  {
    name: 'sample-variance',
    summary: 'divides by one column less',
    plan: trees('wrong/sample-variance.wgsl', reads),
  },
  {
    name: 'no-epsilon',
    summary: 'leaves epsilon out',
    plan: trees('wrong/no-epsilon.wgsl', reads),
  },
  {
    name: 'swapped-parameters',
    summary: 'swaps scale and shift',
    plan: trees('wrong/swapped-parameters.wgsl', reads),
  },
  {
    name: 'next-gamma',
    summary: 'takes the scale of the next column',
    plan: trees('wrong/next-gamma.wgsl', reads),
  },
  {
    name: 'partial-variance',
    summary: 'the variance of the first columns only',
    plan: trees('wrong/partial-variance.wgsl', reads),
  },
  {
    name: 'missing-barrier',
    summary: 'reads a level before it is written',
    plan: trees('wrong/missing-barrier.wgsl', reads),
  },
  {
    name: 'next-mean',
    summary: 'subtracts the mean of the row below',
    plan: trees('wrong/next-mean.wgsl', reads),
  },
  {
    name: 'wrong-subgroup',
    summary: 'takes every subgroup to have 32 lanes',
    plan: subgroupRows('wrong/wrong-subgroup.wgsl'),
  },
];
