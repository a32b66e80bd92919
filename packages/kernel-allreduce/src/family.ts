// Combines the vectors of logical ranks so that every rank has the result. The lesson: same sums, other steps and bytes.
import { bytesOf } from '@kernel-ladder/harness';
import type { Family } from '@kernel-ladder/harness';
import { edgeCases, timedCases, usualNodes } from './cases.ts';
import chosen from './chosen.json' with { type: 'json' };
import { strideOf } from './cases/kind.ts';
import type { AllreduceCase } from './cases/kind.ts';
import { allreduceInputs } from './inputs.ts';
import { allreduceOracle } from './oracle.ts';
import { tolerance } from './oracle/accuracy.ts';
import { flat, fused, overNodes, stepwise } from './plans.ts';
import type { StepAlgorithm } from './plans/algorithms.ts';
import { wrong } from './wrong.ts';

const flatSteps = (name: StepAlgorithm) => flat(stepwise(name));

/** The ladder of allreduce algorithms over ranks that share one device: simulated, no link is crossed. */
export const family: Family<AllreduceCase> = {
  name: 'allreduce',
  title: 'Allreduce over logical ranks (simulated)',
  simulated: true,
  params: [
    { key: 'n', takes: { min: 0, max: 2 ** 28 } },
    { key: 'ranks', takes: { min: 1, max: 16 } },
    { key: 'op', default: 'sum', takes: ['sum', 'mean', 'max'] },
    { key: 'place', default: 'out', takes: ['out', 'in'] },
    { key: 'nodes', default: usualNodes, takes: { min: 1, max: 16 } },
    { key: 'fill', default: 'uniform', takes: ['uniform', 'integers', 'ranks', 'large', 'nan', 'inf'] },
  ],
  headline: { cache: 'cold', metric: 'gbps' },
  cases: timedCases,
  edgeCases,
  chosen,
  inputs: allreduceInputs,
  exact: (params) => ({ ...params, fill: 'integers' }),
  refills: (params) => [{ ...params, fill: 'ranks' }],
  mostTerms: ({ ranks }) => ranks,
  // Slices as those of the input; a kernel leaves alone what lies behind the n elements of each.
  outputs: (params) => ({ output: { type: params.dtype, length: params.ranks * strideOf(params) } }),
  oracle: (params, inputs, _, part) => allreduceOracle(params, inputs, part),
  divides: () => true,
  tolerance,
  // Every rank's vector is read once and every rank's result written once.
  work: ({ n, ranks, dtype }) => ({ flops: (ranks - 1) * n, minBytes: 2 * ranks * n * bytesOf(dtype) }),
  rankBytes: ({ n, dtype }) => n * bytesOf(dtype),
  variants: [
    {
      name: 'naive',
      summary: 'one rank gathers everything and broadcasts',
      boundBy: 'one rank adds up everything while the others wait',
      plan: flatSteps('naive'),
    },
    {
      name: 'tree',
      summary: 'up a binary tree and down again',
      boundBy: 'levels of few ranks leave the device idle',
      plan: flatSteps('tree'),
      breaksOn: overflows,
    },
    {
      name: 'double-tree',
      summary: 'two complementary trees, half of the vector each',
      boundBy: 'levels of few ranks leave the device idle',
      plan: flatSteps('double-tree'),
      breaksOn: overflows,
    },
    {
      name: 'ring',
      summary: 'reduce-scatter and all-gather round a ring',
      boundBy: '2(n − 1) dispatches that wait for each other, and every step goes through memory',
      plan: flatSteps('ring'),
      breaksOn: overflows,
    },
    {
      name: 'halving-doubling',
      summary: 'halves sent over doubling distances, and back',
      boundBy: 'every step goes through memory; the last halves are short',
      plan: flatSteps('halving-doubling'),
      breaksOn: overflows,
    },
    {
      name: 'hierarchical',
      summary: 'rings inside nodes, and a ring of nodes for each shard',
      boundBy: 'three phases that wait for each other, each through memory',
      plan: overNodes('hierarchical'),
      breaksOn: overflows,
    },
    {
      name: 'one-shot',
      summary: 'every rank reads all vectors',
      boundBy: 'n(n + 1) vectors through memory, where the caches do not hold them',
      plan: flatSteps('one-shot'),
    },
    {
      name: 'two-shot',
      summary: 'every rank reduces its chunk, then all read all chunks',
      boundBy: 'a result is written once and read by all others',
      plan: flatSteps('two-shot'),
    },
    {
      name: 'fused',
      summary: 'one dispatch reads every vector once and writes every result once',
      boundBy: 'memory bandwidth',
      access: 'input coalesced, 4 lines for 512 B; output coalesced, 4 lines for 512 B',
      plan: flat(fused('fused.wgsl')),
    },
  ],
  wrong,
};

// What a rank hands on is a number of the vectors' type, though the mean of all fits into it.
function overflows({ n, ranks, op, fill, dtype }: AllreduceCase): string | null {
  if (n === 0 || ranks < 2 || op === 'max' || fill !== 'large' || dtype !== 'f16') return null;
  return 'a sum of two ranks overflows f16 before the mean divides it';
}
