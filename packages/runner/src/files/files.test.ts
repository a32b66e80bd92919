import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bench, sampleRun } from '../../fixtures/testing.ts';
import { journalOf, readRun, writeRun } from './files.ts';

const folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-files-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'run.json');

test('a run file does not pass for the unfinished run that was to take its place', () => {
  writeRun(file, sampleRun());
  expect(readRun(file)).toEqual(sampleRun());
  writeFileSync(journalOf(file), '');
  expect(() => readRun(file)).toThrow(`finish that with \`bench --resume ${file}\`, or remove it`);
});

test('a run is resumed where its journal and its kernels lie', async () => {
  const { code, err } = await bench(folder, ['--resume', file, '--out', join(folder, 'other.json')]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('leave out --out') });
});
