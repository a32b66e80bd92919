import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '@kernel-ladder/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRun } from '../files/files.ts';
import { main } from '../cli.ts';
import { bench, createIo, createWorkspace, sampleRun } from '../../fixtures/testing.ts';
import type { Outcome } from '../../fixtures/testing.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const file = join(root, 'interrupted.json');
let interrupted: Outcome;
beforeAll(async () => {
  // The interrupt comes as soon as the first id is through.
  interrupted = await bench(root, ['--software', '--suite', 'right', '--out', file], {
    listen: (text, interrupt) => {
      if (text.startsWith('1/5 ')) interrupt();
    },
  });
});

test('an interrupt exits 130 and says how to go on', () => {
  expect(interrupted.code).toBe(130);
  expect(interrupted.err).toContain(`interrupted; go on with: pnpm bench --resume ${file}`);
});

test('what has a result when a budget is spent counts, and another call goes on with the rest', async () => {
  const cut = join(root, 'cut.json');
  const select = ['--suite', 'faults', '--select', 'faults/{right,hangs,right-again}/n=64,f32'];
  const spend = async (seconds: number) => {
    rmSync(cut, { force: true });
    const first = await bench(root, ['--software', ...select, '--budget', String(seconds), '--out', cut]);
    expect(first.code).toBe(0);
    expect(first.err).toContain(`out of budget; go on with: pnpm bench --resume ${cut}`);
    return readRun(cut);
  };
  let { run, results } = await spend(4);
  // On a busy machine four seconds may be over before the first id is.
  for (const seconds of [12, 36]) if (results.length === 0) ({ run, results } = await spend(seconds));
  expect(run.interrupted).toBe(true);
  expect(results.map(({ variant, status }) => [variant, status])).toEqual([['right', 'passed']]);
  await bench(root, ['--resume', cut, '--timeout', '2', '--budget', '1000']);
  const whole = readRun(cut);
  expect(whole.run.interrupted).toBe(false);
  expect(whole.results.map(({ variant, status }) => [variant, status])).toEqual([
    ['right', 'passed'],
    ['hangs', 'failed'],
    ['right-again', 'passed'],
  ]);
});

test('an interrupted run is valid, marked, and holds what had finished', () => {
  const run = readRun(file);
  expect(run.run.interrupted).toBe(true);
  // A second id may be through before the word gets round.
  expect([1, 2, 3, 4]).toContain(run.results.length);
  expect(new Set(run.results.map((result) => result.status))).toEqual(new Set(['passed']));
});

test.for([
  {
    what: 'machine',
    change: (run: Run) => ({ ...run, machine: { ...sampleRun().machine, software: true } }),
    says: 'is of test-gpu-vulkan-01234567',
  },
  {
    what: 'commit',
    change: (run: Run) => ({
      ...run,
      run: { ...run.run, commit: { ...run.run.commit, sha: 'f'.repeat(40), date: run.run.startedAt } },
    }),
    says: 'is of commit ffffffff, the workspace is at 00000000',
  },
])('refuses to go on with the run of another $what', async ({ what, change, says }) => {
  const other = join(root, `other-${what}.json`);
  const text = JSON.stringify(change(readRun(file)));
  writeFileSync(other, text);
  const { code, err } = await bench(root, ['--resume', other]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
  expect(readFileSync(other, 'utf8')).toBe(text);
});

test('refuses a malformed run with pointer and reason, and leaves it as it is', async () => {
  const broken = join(root, 'broken.json');
  const text = JSON.stringify({ ...readRun(file), results: [{ id: 1 }] });
  writeFileSync(broken, text);
  const { code, err } = await bench(root, ['--resume', broken]);
  expect(code).toBe(2);
  expect(err).toMatch(/broken\.json: \/results\/0.*: /);
  expect(readFileSync(broken, 'utf8')).toBe(text);
});

test.for([
  {
    argv: ['--software', '--select', 'faults', '--seed=2'],
    says: '--resume and --select, --software, --seed exclude each other',
  },
  { argv: ['faults/**'], says: '--resume and faults/** exclude each other' },
])('refuses $argv, with which it was not begun', async ({ argv, says }) => {
  const { code, err } = await bench(root, ['--resume', file, ...argv]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
});

test('--resume completes the run as it was begun, and runs no id twice', async () => {
  const forged = [{ set: 'EC-FORGED', total: 1, passed: 1, skipped: 0, failed: [] }];
  const interruptedRun = readRun(file);
  const results = interruptedRun.results.map((result) => ({ ...result, coverage: forged }));
  writeFileSync(file, JSON.stringify({ ...interruptedRun, results }));
  const before = readRun(file);
  const { code } = await bench(root, ['--resume', file]);
  expect(code).toBe(0);
  const after = readRun(file);
  expect(after.run).toEqual({ ...before.run, interrupted: false });
  const known = before.results.length;
  expect(after.results.slice(0, known)).toEqual(before.results);
  const ids = after.results.map((result) => result.id);
  expect(ids).toHaveLength(5);
  expect(new Set(ids).size).toBe(5);
  expect(after.sessions).toHaveLength(2);
  // The workspace has changes: what an earlier call says of awkward cases may be about other kernels.
  const sets = after.results.slice(known).flatMap(({ coverage }) => coverage.map(({ set }) => set));
  expect(new Set(sets)).toEqual(new Set(['EC-1D']));
});

test('an interrupt before the first id is one too', async () => {
  const { io, said, interrupt } = createIo(root);
  const running = main(['list', '--software'], io);
  interrupt();
  expect(await running).toBe(130);
  expect(said().err).toBe('bench: interrupted\n');
});
