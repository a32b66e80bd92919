// Rows of several tiles in every order of workgroups: what nobody publishes is added up by whoever needs it.
import { edit, inputsOf } from '@kernel-ladder/harness';
import type { Plan } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatedDevice, emulatePlan, inTurn, stalling } from '@kernel-ladder/harness/testing';
import type { Order } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { sparseCase } from './cases/kinds.ts';
import { family } from './family.ts';
import { planSegmented } from './plans/segmented.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
// Twelve tiles of 128 entries, of which the longest row has five.
const params = sparseCase({ rows: 40, nnz: 1500, columns: 700, pattern: 'power-law' });
const inputs = inputsOf(family, params, 1);
const device = emulatedDevice(8);

function emulated(order: Order, change = (plan: Plan) => plan) {
  const plan = planSegmented(params, device, { threads: 32, rounds: 1 });
  if ('skip' in plan) throw new Error(plan.skip.message);
  const run = { plan: change(plan), inputs, outputs: family.outputs(params), load, subgroupSize: 8, order };
  const { outputs, hazards, needsForwardProgress } = emulatePlan(run);
  const { passed } = family.oracle(params, inputs).verify(outputs, plan);
  return { passed, hazards, needsForwardProgress };
}

const right = { passed: true, hazards: [], needsForwardProgress: false };

test.for([1, 2, 5, 9])('is right when the first workgroup stands still at atomic %i', (atomic) => {
  expect(emulated(stalling(3, atomic))).toEqual(right);
});

const nobodyPublishes = edit('merge/segmented.wgsl', 'publish(tile, open);', '');

test('is right when nobody publishes, by adding up the shares of all silent tiles', () => {
  expect(emulated(inTurn, nobodyPublishes)).toEqual(right);
});
