// The streaming kernel of both types, with heads that are no whole number of words a lane.
import { createRandom } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatedDevice, emulatePlan } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { attentionCase } from '../cases.ts';
import { family } from '../family.ts';
import { planStream } from '../plans/streamed.ts';

const load = fileLoader(new URL('./', import.meta.url));

// Lanes with one word of a key and with two, a last one without, and rows that a block has no queries for.
test.for([
  [{ d: 80, dtype: 'f16' }, 8, 32],
  [{ d: 48, dtype: 'f32' }, 8, 4],
  [{ d: 64, dtype: 'f16', mask: 'causal' }, 4, 2],
] as const)(
  'is right for %o in subgroups of %d with up to %d lanes a key',
  ([shape, subgroupSize, lanes]) => {
    const params = attentionCase({ h: 3, g: 3, q: 2, k: 150, fill: 'peaked', ...shape });
    const plan = planStream(params, emulatedDevice(subgroupSize), {
      threads: 32,
      lanes,
      rows: 4,
      unroll: 2,
      part: 64,
    });
    if ('skip' in plan) throw new Error(plan.skip.message);
    const inputs = family.inputs(params, createRandom(1), createRandom(2));
    const result = emulatePlan({ plan, inputs, outputs: family.outputs(params), load, subgroupSize });
    expect(result.hazards).toEqual([]);
    expect(family.oracle(params, inputs).verify(result.outputs, plan)).toMatchObject({ passed: true });
  },
);
