// Maps of vectors, element by element: nothing but the way to memory and back, so that every rung is about keeping it busy.
import type { Family } from '@kernel-ladder/harness';
import { parseDtype } from '@kernel-ladder/harness';
import { combine, edgeCases, fills, isWhole, judgedFills, timedCases, wholeFills } from './cases.ts';
import type { ElementwiseCase } from './cases.ts';
import chosen from './chosen.json' with { type: 'json' };
import { mapInputs } from './inputs.ts';
import { operatorNames, operatorOf } from './operators.ts';
import { mapOracle, tolerance } from './oracle.ts';
import { gridStride, threads, tiles, trafficOf } from './plans.ts';
import { wrong } from './wrong.ts';

// Of a sum, which has two operands.
const byQuads =
  'a coalesced, 4 lines for 512 B; b coalesced, 4 lines for 512 B; result coalesced, 4 lines for 512 B';

/** The ladder of maps: sum, multiple, both, activations and casts of n elements. */
export const family: Family<ElementwiseCase> = {
  name: 'elementwise',
  title: 'Maps of vectors, element by element',
  params: [
    { key: 'n', takes: { min: 0, max: 2 ** 30 } },
    { key: 'op', takes: operatorNames },
    { key: 'fill', default: 'uniform', takes: fills },
  ],
  combine,
  headline: { cache: 'cold', metric: 'gbps' },
  cases: timedCases,
  edgeCases,
  chosen,
  inputs: mapInputs,
  refills: (params) =>
    (isWhole(params) ? wholeFills : judgedFills)
      .filter((fill) => fill !== params.fill)
      .map((fill) => ({ ...params, fill })),
  outputs: ({ n, dtype }) => ({ result: { type: parseDtype(dtype).out, length: n } }),
  oracle: (params, inputs, _, part) => mapOracle(params, inputs, part),
  divides: ({ fill }) => judgedFills.some((name) => name === fill),
  tolerance,
  work: (params) => ({ flops: operatorOf(params.op).flops * params.n, minBytes: trafficOf(params) }),
  variants: [
    {
      name: 'scalar',
      summary: 'one element a thread',
      boundBy: 'one load of 4 bytes a thread is too little in flight to fill the memory',
      access:
        'a coalesced, 1 line for 128 B; b coalesced, 1 line for 128 B; result coalesced, 1 line for 128 B',
      plan: threads('scalar.wgsl', 1),
    },
    {
      name: 'vec4',
      summary: 'four elements a thread, side by side: loads and stores of 16 bytes',
      boundBy: 'memory bandwidth, less what it takes to begin and end so many workgroups',
      access: byQuads,
      plan: threads('vec4.wgsl', 4),
    },
    {
      name: 'unrolled',
      summary: 'four vec4s a thread, a workgroup’s width apart: all loads in flight before the first is used',
      boundBy: 'memory bandwidth',
      access: byQuads,
      plan: tiles('unrolled.wgsl'),
    },
    {
      name: 'grid-stride',
      summary: 'as many workgroups as the device holds, each taking a tile of every round',
      boundBy: 'memory bandwidth; a workgroup waits for its own tile before it asks for the next',
      access: byQuads,
      plan: gridStride('grid-stride.wgsl'),
    },
  ],
  wrong,
};
