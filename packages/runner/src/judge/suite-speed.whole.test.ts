import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runOfSpeed } from '@kernel-ladder/publish/testing';
import type { Run } from '@kernel-ladder/schema';
import { afterAll, expect, test } from 'vitest';
import { readRun } from '../files/files.ts';
import { bench, createIo, createWorkspace, sampleRun } from '../../fixtures/testing.ts';
import { speedOfRun } from './suite-speed.ts';

const { root, remove } = createWorkspace();
afterAll(remove);
const { io } = createIo(root);

function keepLocally(day: number, run: Run): void {
  writeFileSync(join(root, 'results', `2026-01-${String(day).padStart(2, '0')}.json`), JSON.stringify(run));
}

const daysOf = (run: Run, recorded: readonly Run[]) =>
  speedOfRun(io, run, recorded)?.runs.map(({ run: { runId } }) => runId);

test('puts recorded and local runs before a run, each once, and none of another machine or of later', () => {
  const newest = runOfSpeed(9, 25_000);
  keepLocally(1, runOfSpeed(1, 25_000));
  keepLocally(2, {
    ...runOfSpeed(2, 25_000),
    machine: sampleRun({ machine: 'other-gpu-vulkan-01234567' }).machine,
  });
  keepLocally(8, runOfSpeed(8, 25_000));
  keepLocally(9, newest);
  keepLocally(10, runOfSpeed(10, 25_000));
  writeFileSync(join(root, 'results', '2026-01-11.json'), '{}');
  expect(daysOf(newest, [runOfSpeed(3, 25_000), runOfSpeed(8, 25_000)])).toEqual([
    'run-1',
    'run-3',
    'run-8',
    'run-9',
  ]);
});

test('says nothing of a run that was not whole', () => {
  expect(speedOfRun(io, runOfSpeed(9, 25_000, ['gemm/**']), [])).toBeNull();
});

test('a whole run ends with how long its suite took, beside the run before', async () => {
  const whole = ['--software', '--suite', 'right'];
  const { err } = await bench(root, [...whole, '--out', 'first.json']);
  expect(err).toMatch(/^right: \d+\.\d s for 5 ids, \d+(\.\d+)? s each, \d+ % of it the host’s$/m);
  const first = readRun(join(root, 'first.json'));
  expect(first.sessions[0]?.spent?.processors).toBeGreaterThan(0);
  const folder = join(root, 'dashboard', 'history', first.machine.key);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, '2026-01-01-00000000.json'),
    JSON.stringify({ ...first, run: { ...first.run, commit: { ...first.run.commit, dirty: false } } }),
  );
  const again = await bench(root, [...whole, '--out', 'second.json']);
  expect(again.err).toMatch(/^right: .*; the run before took \d+\.\d s$/m);
});
