// Many processes record at the same time: nothing is lost, nothing stands twice, and no name ever holds half a file.
import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorkspace, sampleRun } from '../../fixtures/testing.ts';
import { readRun } from './files.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const main = fileURLToPath(new URL('../../fixtures/main.ts', import.meta.url));
const processes = 8;
const each = 25;

function write(id: string): string {
  const file = join(root, 'results', `${id}.json`);
  writeFileSync(file, JSON.stringify(sampleRun({ id })));
  return file;
}

interface Ended {
  readonly code: number | null;
  readonly err: string;
}

function record(files: readonly string[], history: string): Promise<Ended> {
  const child = spawn(process.execPath, [main, 'record', ...files, '--history', history], {
    cwd: root,
    env: { ...process.env, BENCH_ROOT: root },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, err })));
}

const ids = Array.from({ length: processes * each }, (_, at) => `run-${at}`);
let ended: readonly Ended[];
beforeAll(async () => {
  const shares = Array.from({ length: processes }, (_, at) =>
    ids.filter((_id, index) => index % processes === at).map(write),
  );
  ended = await Promise.all(shares.map((files) => record(files, 'history')));
});

function filesOf(history: string): readonly string[] {
  const folder = join(root, history, 'test-gpu-vulkan-01234567');
  return readdirSync(folder).map((name) => join(folder, name));
}

test('200 runs of one commit become 200 files', () => {
  expect(ended.map(({ code }) => code)).toEqual(ended.map(() => 0));
  const files = filesOf('history');
  expect(files).toHaveLength(ids.length);
  expect(files.map((file) => readRun(file).run.id).toSorted()).toEqual(ids.toSorted());
});

test('one run that several record becomes one file', async () => {
  const file = write('common');
  const all = await Promise.all(Array.from({ length: 4 }, () => record([file], 'other')));
  expect(all.map(({ code }) => code)).toEqual(all.map(() => 0));
  expect(all.filter(({ err }) => err.startsWith('recorded '))).toHaveLength(1);
  expect(filesOf('other')).toHaveLength(1);
});
