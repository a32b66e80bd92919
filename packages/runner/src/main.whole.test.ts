// The process of a command, as a shell sees it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createWorkspace } from '../fixtures/testing.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const entry = fileURLToPath(new URL('../fixtures/main.ts', import.meta.url));

test('Ctrl-C ends the process with 130 and a run that can be resumed', async () => {
  // Behind those that are right one hangs: the run is under way however late its first result is seen.
  const rungs = ['faults/right', 'faults/hangs'];
  const argv = [entry, '--software', '--suite', 'faults', ...rungs, '--out', 'stopped.json'];
  const child = spawn(process.execPath, argv, { cwd: root, env: { ...process.env, BENCH_ROOT: root } });
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    if (/\b1\/\d+ /.test(chunk)) child.kill('SIGINT');
  });
  expect(await code).toBe(130);
  const { run, results } = JSON.parse(readFileSync(join(root, 'stopped.json'), 'utf8'));
  expect(run.interrupted).toBe(true);
  expect(results[0].status).toBe('passed');
});
