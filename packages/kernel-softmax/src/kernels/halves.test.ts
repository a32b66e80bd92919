// The resident kernel on halves, which no software adapter has: the emulator runs it, and the oracle tells a mistake.
import { createRandom, edit } from '@kernel-ladder/harness';
import type { Plan } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatedDevice, emulatePlan } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { combine, edgeCases } from '../cases.ts';
import type { SoftmaxCase } from '../cases.ts';
import { family } from '../family.ts';

const load = fileLoader(new URL('./', import.meta.url));
const halves = edgeCases.find(({ set }) => set === 'EC-ROW-HALF')?.cases ?? [];
const small = halves.filter(({ columns }) => columns <= 1025);

function run(params: SoftmaxCase, change: (plan: Plan) => Plan = (plan) => plan) {
  const planned = family.variants.find(({ name }) => name === 'resident')?.plan(params, emulatedDevice(32));
  if (!planned || 'skip' in planned) throw new Error(planned?.skip.message);
  const plan = change(planned);
  const inputs = family.inputs(params, createRandom(1), createRandom(2));
  const { outputs, hazards } = emulatePlan({
    plan,
    inputs,
    outputs: family.outputs(params),
    load,
    subgroupSize: 32,
  });
  return { passed: family.oracle(params, inputs).verify(outputs, plan).passed, hazards };
}

test('every mask, fill and length is right', () => {
  expect(small.length).toBeGreaterThan(10);
  for (const params of small)
    expect({ params, ...run(params) }).toEqual({ params, passed: true, hazards: [] });
});

test('a result that is off by a hundredth is not', () => {
  const params: SoftmaxCase = { rows: 3, columns: 33, mask: 'none', fill: 'uniform', dtype: 'f16' };
  const spoilt = edit('resident.wgsl.ts', 'f16(e0 * factor)', 'f16(1.01 * e0 * factor)');
  expect(run(params, spoilt).passed).toBe(false);
});

test('only the resident rung takes halves, and no logit that is none', () => {
  const params: SoftmaxCase = { rows: 3, columns: 33, mask: 'none', fill: 'spike', dtype: 'f16' };
  expect(combine(params)).toMatch('f16 has not');
  const takers = family.variants.filter(
    ({ plan }) => !('skip' in plan({ ...params, fill: 'peak' }, emulatedDevice(32))),
  );
  expect(takers.map(({ name }) => name)).toEqual(['resident']);
});
