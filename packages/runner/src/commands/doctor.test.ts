import { parseMachine } from '@kernel-ladder/schema';
import { beforeAll, expect, test } from 'vitest';
import { bench, fixtures, sampleRun } from '../../fixtures/testing.ts';
import { findProblems } from './doctor.ts';

let diagnosis: { adapters: unknown; machine: unknown; problems: { problem: string; remedy: string }[] };
beforeAll(async () => {
  const { out } = await bench(fixtures, ['doctor', '--software', '--json']);
  diagnosis = JSON.parse(out);
});

test('--json holds the adapters and a valid machine', () => {
  expect(diagnosis.adapters).toContainEqual({ backend: 'vulkan', name: expect.any(String), software: true });
  expect(parseMachine('doctor', diagnosis.machine)).toMatchObject({ software: true, peaks: null });
});

test('every problem comes with its remedy', () => {
  expect(diagnosis.problems[0]).toEqual({
    problem: 'only a software adapter: timings are not comparable',
    remedy: expect.stringContaining('Vulkan driver'),
  });
});

test('names every fault of a bad machine, and none of a good one', () => {
  const { machine } = sampleRun();
  const good = {
    ...machine,
    features: ['shader-f16', 'chromium-experimental-subgroup-matrix'],
    peaks: { name: 'Test GPU', source: 'a datasheet', gbps: 1, gflops: {} },
  };
  expect(findProblems(good, { duplicates: [], cards: ['0000:00:06.0'] })).toEqual([]);
  const bad = { ...machine, timer: { ...machine.timer, quantized: true } };
  expect(findProblems(bad, { duplicates: ['vulkan: Test GPU'] }).map(({ problem }) => problem)).toEqual([
    'timestamps are multiples of 65536 ns',
    'no shader-f16: f16 kernels are skipped',
    'no subgroup matrices: tensor-core kernels are skipped',
    'adapters with the same name cannot be told apart: vulkan: Test GPU',
    'Test GPU is not in the table of datasheets: no share of peak',
  ]);
});

test('says why a run will not know its card', () => {
  const { machine } = sampleRun();
  const cards = ['0000:00:06.0', '0000:00:07.0'];
  const problems = findProblems(machine, { duplicates: [], cards });
  expect(problems).toContainEqual({
    problem: 'runs cannot say which card they ran on: 2 fit the adapter’s name (0000:00:06.0, 0000:00:07.0)',
    remedy: expect.stringContaining('one card'),
  });
  const card = { id: '0123456789abcdef', bus: '0000:00:06.0' };
  const known = findProblems({ ...machine, card }, { duplicates: [], cards });
  expect(known.map(({ problem }) => problem)).not.toContainEqual(expect.stringContaining('which card'));
});
