import { createRandom } from '@kernel-ladder/harness';
import { emulatedDevice, emulatePlan } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { graphCase } from './cases.ts';
import { family } from './family.ts';
import { fusionInputs } from './inputs.ts';
import { slopesFor } from './slopes.ts';

const load = (file: string): never => {
  throw new Error(`${file}: texts are generated`);
};
const accuracy = { unitRoundoff: 2 ** -24, longestSum: 64 };
const block = graphCase('transformer-block', { width: 8, pass: 'both' });

// On the emulator: so many pipelines take a software adapter ten seconds.
test('a transformer block and its slopes are what f64 says, and a kernel less is found out', () => {
  const compiled = family.variants.find(({ name }) => name === 'compiled');
  const plan = compiled?.plan(block, emulatedDevice(32));
  if (!plan || 'skip' in plan) throw new Error('no plan');
  const inputs = fusionInputs(block, createRandom(4));
  const outputs = family.outputs(block);
  const oracle = family.oracle(block, inputs);
  const run = (passes: typeof plan.passes) =>
    emulatePlan({ plan: { ...plan, passes }, inputs, outputs, load, subgroupSize: 32 });
  const ran = run(plan.passes);
  expect([...ran.hazards, ...ran.suspected]).toEqual([]);
  expect(Object.keys(ran.outputs)).toHaveLength(14);
  expect(oracle.verify(ran.outputs, accuracy)).toMatchObject({ passed: true });
  const without = run(plan.passes.toSpliced(-4, 1)).outputs;
  const poisoned = { ...ran.outputs, ...without };
  expect(oracle.verify(poisoned, accuracy)).toMatchObject({ passed: false });
});

test('a block with its slopes is rewritten once for each shape, and says what that took', () => {
  const made = slopesFor(block);
  expect(made).toMatchObject({ buildNs: expect.any(Number), rewriteNs: expect.any(Number) });
  expect(slopesFor({ ...block, fill: 'integers' })).toBe(made);
});

test('each input but the slope of the result has a slope of its own size', () => {
  const own = graphCase('mlp', { width: 16, pass: 'both' });
  const { y, ...slopes } = family.outputs(own);
  expect(y).toEqual({ type: 'f32', length: 19 * 16 });
  const { dy, ...inputs } = fusionInputs(own, createRandom(1));
  expect(dy).toHaveLength(19 * 16);
  expect(Object.entries(slopes).map(([name, { length }]) => [name, length])).toEqual(
    Object.entries(inputs).map(([name, { length }]) => [`d_${name}`, length]),
  );
});
