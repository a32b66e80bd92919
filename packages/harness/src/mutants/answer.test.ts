import type { FamilyEvent, Job } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { family } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import { notApplicable } from '../contract/skip.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { answerMutants } from './answer.ts';

const gpu = useTestGpu();

type Wanted = Partial<NonNullable<Job['mutants']>>;

async function tryDouble(wanted: Wanted = {}, others: Partial<typeof family> = {}) {
  const events: FamilyEvent[] = [];
  const mutants = { rung: 'double', most: 100, set: 'full' as const, ...wanted };
  const job: Job = { gpu: { kind: 'software' }, seed: 1, mutants };
  await answerMutants({
    job,
    gpu: gpu(),
    family: { ...family, ...others },
    load,
    emit: (event) => events.push(event),
  });
  const told = events.find((event) => event.type === 'mutants')!;
  const killed = events.filter((event) => event.type === 'killed');
  const trials = events.filter((event) => event.type === 'trial');
  return { told, killed, trials };
}

const nameOf = (told: Awaited<ReturnType<typeof tryDouble>>['told'], index: number) =>
  told.mutants[index]!.after;

test('what computes something else is killed, by the case that shows it', async () => {
  const { told, killed } = await tryDouble();
  const how = Object.fromEntries(killed.map(({ mutant, killing }) => [nameOf(told, mutant), killing.how]));
  expect(how['doubled[id.x] = 2.0 + values[id.x];'] ?? how).toBe('wrong-value');
});

test('every trial is told of before it begins, the sound rung’s first', async () => {
  const { trials } = await tryDouble({ most: 2 });
  expect(trials.slice(0, 3)).toEqual([
    { type: 'trial', mutant: null, case: 0 },
    { type: 'trial', mutant: 0, case: 0 },
    { type: 'trial', mutant: 1, case: 0 },
  ]);
});

test('goes on behind the case on which a process died, without what is settled', async () => {
  const { trials } = await tryDouble({ most: 3, from: 2, killed: [0], leftOut: [3], kills: 100 });
  expect(new Set(trials.map((trial) => trial.case))).not.toContain(3);
  expect(Math.min(...trials.map((trial) => trial.case))).toBe(2);
  expect(trials.map(({ mutant }) => mutant)).not.toContain(0);
});

const doubleOfZeros: typeof family.oracle = (params) =>
  family.oracle(params, { values: new Float32Array(params.n) });

test('a rung that is wrong itself says nothing of its mutants', async () => {
  const { killed } = await tryDouble({ most: 5 }, { oracle: doubleOfZeros, edgeCases: [] });
  expect(killed).toEqual([]);
});

test('the family’s own faults are tried where they are wanted', async () => {
  const { told, killed } = await tryDouble({ most: 1, faults: true, kills: 2 });
  const faults = told.mutants.flatMap(({ operator, before }, index) =>
    operator === 'fault' ? [{ before, index }] : [],
  );
  expect(faults.map(({ before }) => before)).toContain('off-by-one');
  const dead = new Set(killed.map(({ mutant }) => mutant));
  expect(faults.filter(({ index }) => !dead.has(index))).toEqual([]);
});

test('a mistake of the launch is one as well', async () => {
  const { told, killed } = await tryDouble();
  const index = told.mutants.findIndex(({ after }) => after === 'has one workgroup fewer in x');
  expect(killed.find(({ mutant }) => mutant === index)?.killing.how).toBe('unwritten');
});

test('what no device rejects is tried on emulated ones, on rungs that run the same kernel as well', async () => {
  const double = family.variants.find(({ name }) => name === 'double')!;
  const onSoftware: typeof double = {
    ...double,
    name: 'on-software',
    plan: (params, facts) =>
      facts.software ? double.plan(params, facts) : notApplicable('is for a software adapter'),
  };
  const { killed } = await tryDouble(
    { rung: onSoftware.name, from: 1000 },
    { variants: [onSoftware, double] },
  );
  const by = new Set(killed.map(({ killing }) => `${killing.rung} ${killing.how}`));
  expect([...by]).toEqual(['double emulator']);
});

test('a rung that there is not is refused', async () => {
  await expect(tryDouble({ rung: 'triple' })).rejects.toThrow(
    'double has no rung "triple" that launches kernels',
  );
});
