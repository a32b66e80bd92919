import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '@kernel-ladder/schema';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRun } from '../files/files.ts';
import { bench, createWorkspace, sampleRun } from '../../fixtures/testing.ts';

let root: string;
let remove: () => void;
beforeEach(() => {
  ({ root, remove } = createWorkspace());
});
afterEach(() => remove());

function write(name: string, run: unknown): string {
  const file = join(root, name);
  writeFileSync(file, JSON.stringify(run));
  return file;
}

const record = (...files: string[]) => bench(root, ['record', ...files, '--history', 'history']);
const own = () => join(root, 'history', 'test-gpu-vulkan-01234567');
const recorded = (name: string): Run => readRun(join(own(), name));

test('names the file by commit date and commit', async () => {
  const { code } = await record(write('run.json', sampleRun()));
  expect(code).toBe(0);
  expect(readdirSync(own())).toEqual(['2026-01-02-aaaaaaaa.json']);
});

test('strips raw samples and rounds rates to five digits, and keeps all else', async () => {
  const run = sampleRun();
  await record(write('run.json', run));
  const { results, ...rest } = recorded('2026-01-02-aaaaaaaa.json');
  const { results: originals, ...original } = run;
  expect(rest).toEqual(original);
  const { samplesNs: _, metrics: __, ...kept } = originals[0]!;
  expect(results[0]).toEqual({ ...kept, metrics: { gbps: 2.05, gflops: 0.5115, pctOfRoof: 12.346 } });
});

test('records a run once, however often it is asked to', async () => {
  const file = write('run.json', sampleRun());
  await record(file);
  const text = readFileSync(join(own(), '2026-01-02-aaaaaaaa.json'), 'utf8');
  const { code, err } = await record(file);
  expect({ code, err }).toEqual({ code: 0, err: `${file} is in the history already\n` });
  expect(readFileSync(join(own(), '2026-01-02-aaaaaaaa.json'), 'utf8')).toBe(text);
});

test('numbers further runs of one commit', async () => {
  const files = ['one', 'two', 'three'].map((id) => write(`${id}.json`, sampleRun({ id })));
  await record(...files);
  const stem = '2026-01-02-aaaaaaaa';
  expect(readdirSync(own()).toSorted()).toEqual([`${stem}-2.json`, `${stem}-3.json`, `${stem}.json`]);
  expect(recorded(`${stem}-2.json`).run.id).toBe('two');
});

test.for([
  { what: 'dirty', traits: { dirty: true }, says: 'was measured on uncommitted changes' },
  {
    what: 'interrupted',
    traits: { interrupted: true },
    says: 'was interrupted: finish it with `bench --resume',
  },
])('refuses a run that is $what and records nothing of the others', async ({ traits, says }) => {
  const good = write('good.json', sampleRun({ id: 'good' }));
  const { code, err } = await record(good, write('bad.json', sampleRun(traits)));
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
  expect(readdirSync(root)).not.toContain('history');
});

test('takes what an interrupted run had finished when told to', async () => {
  const { code } = await record(write('part.json', sampleRun({ interrupted: true })), '--partial');
  expect(code).toBe(0);
});

test('refuses a malformed run with file, pointer and reason', async () => {
  const run = sampleRun();
  const { check: _, ...unchecked } = run.results[0]!;
  const { code, err } = await record(write('bad.json', { ...run, results: [unchecked] }));
  expect(code).toBe(2);
  expect(err).toMatch(/bad\.json: \/results\/0: must have required property 'check'/);
});

test('takes no A/A file for a run', async () => {
  mkdirSync(own(), { recursive: true });
  writeFileSync(join(own(), 'aa-aaaaaaaa.json'), '{"ids": {}}');
  const { code } = await record(write('run.json', sampleRun()));
  expect(code).toBe(0);
});

test('names the malformed history file, not its folder, and records', async () => {
  mkdirSync(own(), { recursive: true });
  writeFileSync(join(own(), '2026-01-01-bbbbbbbb.json'), '{}');
  const { code, err } = await record(write('run.json', sampleRun()));
  expect(code).toBe(0);
  expect(err).toContain(`2026-01-01-bbbbbbbb.json: /: must have required property 'schemaVersion'`);
});
