// Threads judge what one thread judges, and find the same numbers.
import {
  closeWorkbench,
  execute,
  findSubject,
  openWorkbench,
  pageHost,
  profileMachine,
} from '@kernel-ladder/harness/run';
import { fileLoader, openThreads } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { family } from './family.ts';

const gpu = useTestGpu();
const load = fileLoader(new URL('./kernels/', import.meta.url));
const module = new URL('./family.ts', import.meta.url).href;
const ids = ['norm/naive/rows=64,columns=1024,f32', 'norm/subgroup/rows=64,columns=1024,f32'];

async function checks(width: number) {
  const judges = openThreads(module, { width, isWorth: () => true });
  const machine = await profileMachine(gpu(), pageHost());
  const usual = { gpu: gpu(), family, load, machine, effort: 'quick', edgeCases: false, seed: 5 } as const;
  const bench = openWorkbench({ ...usual, judges });
  try {
    const found = [];
    for (const id of ids) {
      const { status, check } = await execute(bench, findSubject(family, id));
      const { oracle, seeds, maxAbs, maxRel, worstErrorOverTolerance, largest } = check ?? {};
      const { refilled } = check?.carryOver ?? {};
      found.push({ status, oracle, seeds, refilled, maxAbs, maxRel, worstErrorOverTolerance, largest });
    }
    return found;
  } finally {
    closeWorkbench(bench);
    await judges.close();
  }
}

test('the ids of a run have the same check whether threads judge or not', async () => {
  const alone = await checks(0);
  expect(alone.map(({ status }) => status)).toEqual(['passed', 'passed']);
  expect(await checks(2)).toEqual(alone);
});
