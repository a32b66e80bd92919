// Scales and shifts a vector: nothing but reading and writing memory, so every rung is about keeping it busy.
import type { Family } from '@kernel-ladder/harness';
import { edgeCases, timedCases } from './cases.ts';
import type { TemplateCase } from './cases.ts';
import { templateInputs } from './inputs.ts';
import { templateOracle, tolerance } from './oracle.ts';
import { threads } from './plans.ts';
import { wrong } from './wrong.ts';

/** The ladder of y = a·x + b over n elements of f32. */
export const family: Family<TemplateCase> = {
  name: 'template',
  title: 'y = a·x + b over a vector',
  params: [{ key: 'n', takes: { min: 0, max: 2 ** 30 } }],
  headline: { cache: 'cold', metric: 'gbps' },
  cases: timedCases,
  edgeCases,
  inputs: templateInputs,
  outputs: ({ n }) => ({ y: { type: 'f32', length: n } }),
  oracle: templateOracle,
  tolerance,
  work: ({ n }) => ({ flops: 2 * n, minBytes: 8 * n }),
  variants: [
    {
      name: 'naive',
      summary: 'one element a thread',
      boundBy: 'one load of 4 bytes a thread is too little in flight to fill the memory',
      plan: threads('naive.wgsl', 1),
    },
    {
      name: 'four',
      summary: 'four elements a thread, a workgroup’s width apart: four loads in flight',
      boundBy: 'memory bandwidth',
      plan: threads('four.wgsl', 4),
    },
  ],
  wrong,
};
