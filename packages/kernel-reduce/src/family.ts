// Reduces one vector to one value. The first lesson: the same n − 1 operations, with more and more lanes busy.
import { bytesOf, parseDtype } from '@kernel-ladder/harness';
import type { Family } from '@kernel-ladder/harness';
import { edgeCases, timedCases } from './cases.ts';
import type { ReduceCase } from './cases.ts';
import { reduceInputs, reduceOracle } from './inputs.ts';
import { atomic, lastGroupFolds, levels, singleGroup, withSubgroups } from './plans.ts';

const atomics = { integer: 'atomic.wgsl', float: 'atomic-float.wgsl' };

/** The reduction ladder: sum, minimum and maximum of n elements of f32, i32, u32 or f16. */
export const family: Family<ReduceCase> = {
  name: 'reduce',
  title: 'Reduction of a vector to one value',
  params: [{ key: 'n' }, { key: 'op', default: 'sum' }, { key: 'fill', default: 'uniform' }],
  headline: { cache: 'cold', metric: 'gbps' },
  cases: timedCases,
  edgeCases,
  inputs: reduceInputs,
  outputs: ({ dtype }) => ({ result: { type: parseDtype(dtype).out, length: 1 } }),
  oracle: reduceOracle,
  tolerance: 'sum: min(2·D, 4·√D)·2^-24·Σ|x|, D the longest chain of additions; integers, min and max: exact',
  work: ({ n, dtype }) => ({ flops: Math.max(0, n - 1), minBytes: n * bytesOf(parseDtype(dtype).in) + 4 }),
  variants: [
    {
      name: 'naive',
      summary: 'one workgroup, partial results through global memory',
      plan: singleGroup('naive.wgsl'),
    },
    {
      name: 'interleaved',
      summary: 'all workgroups, a tree in workgroup memory, neighbours first',
      plan: levels('tree-interleaved.wgsl'),
    },
    {
      name: 'sequential',
      summary: 'the same tree with active threads side by side',
      plan: levels('tree-sequential.wgsl'),
    },
    {
      name: 'subgroup',
      summary: 'shuffles instead of workgroup memory',
      plan: withSubgroups(levels('subgroup.wgsl')),
    },
    { name: 'atomic', summary: 'many elements a thread, one atomic a workgroup', plan: atomic(atomics) },
    {
      name: 'optimized',
      summary: '16-byte loads, constant trips, the last workgroup folds',
      plan: withSubgroups(lastGroupFolds('optimized.wgsl')),
    },
  ],
  wrong: [
    {
      name: 'missing-barrier',
      summary: 'reads a level before it is written',
      plan: levels('wrong/missing-barrier.wgsl'),
    },
    {
      name: 'dropped-tail',
      summary: 'ignores what is behind the last whole tile',
      plan: levels('wrong/dropped-tail.wgsl'),
    },
    {
      name: 'stale-output',
      summary: 'adds to a result that nobody has reset',
      plan: singleGroup('wrong/stale-output.wgsl'),
    },
    {
      name: 'reads-past-end',
      summary: 'has no bound on its index',
      plan: levels('wrong/reads-past-end.wgsl'),
    },
    {
      name: 'low-precision',
      summary: 'rounds every addition to half precision',
      plan: singleGroup('wrong/low-precision.wgsl'),
    },
    {
      name: 'wrong-subgroup',
      summary: 'takes every subgroup to have 32 lanes',
      plan: withSubgroups(levels('wrong/wrong-subgroup.wgsl')),
    },
    { name: 'changes-input', summary: 'folds in place', plan: singleGroup('wrong/changes-input.wgsl') },
  ],
};
