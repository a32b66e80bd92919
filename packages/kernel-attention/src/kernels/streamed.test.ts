// What may be tuned of the streaming kernel: every candidate is a text that the WGSL compiler takes, and both types are right.
import { createRandom, shaderText } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { combinations, emulatedDevice, emulatePlan, validateWgsl } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { attentionCase } from '../cases.ts';
import { family } from '../family.ts';
import { planStream, streamSpace } from '../plans/streamed.ts';

const load = fileLoader(new URL('./', import.meta.url));
const h200 = emulatedDevice(32);

test.for(['f32', 'f16'] as const)(
  'every candidate for %s is one that the WGSL compiler takes',
  async (dtype) => {
    const params = attentionCase({ b: 2, h: 8, g: 4, q: 1, k: 8000, d: 128, mask: 'padding', dtype });
    const { constraints } = streamSpace(params, h200);
    for (const tile of combinations(streamSpace(params, h200))) {
      // The length of a part is a number.
      if (tile.part !== 1024 || !constraints.every(({ holds }) => holds(tile))) continue;
      const plan = planStream(params, h200, tile);
      if ('skip' in plan) throw new Error(plan.skip.message);
      for (const { wgsl } of plan.passes) expect(await validateWgsl(shaderText(wgsl, load))).toEqual([]);
    }
  },
);

// Lanes with one word of a key and with two, a last one without, and rows that a block has no queries for.
test.for([
  [{ d: 80, dtype: 'f16' }, 8],
  [{ d: 48, dtype: 'f32' }, 8],
  [{ d: 64, dtype: 'f16', mask: 'causal' }, 4],
] as const)('is right for %o in subgroups of %d', ([shape, subgroupSize]) => {
  const params = attentionCase({ h: 3, g: 3, q: 2, k: 150, fill: 'peaked', ...shape });
  const plan = planStream(params, emulatedDevice(subgroupSize), {
    threads: 32,
    rows: 4,
    unroll: 2,
    part: 64,
  });
  if ('skip' in plan) throw new Error(plan.skip.message);
  const inputs = family.inputs(params, createRandom(1), createRandom(2));
  const result = emulatePlan({ plan, inputs, outputs: family.outputs(params), load, subgroupSize });
  expect(result.hazards).toEqual([]);
  expect(family.oracle(params, inputs).verify(result.outputs, plan)).toMatchObject({ passed: true });
});
