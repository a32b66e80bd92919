import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { byDate, holdsCopy, uniqueRuns } from './index.ts';
import { gather, historyFiles, launchFiles, readHistoryRun, readRuns, readText } from './node.ts';
import { recorded, setCommit, setRun } from './validate/testing.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-schema-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string, content: unknown = recorded): string {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const { key } = recorded.machine;

test('runs lie in the folders of machines; A/A files, outcomes of tests and texts of kernels are none', () => {
  const run = put(`${key}/2026-01-02-aaaaaaaa.json`);
  const launches = put(`${key}/aa-aaaaaaaa.json`);
  for (const name of [`${key}/notes.txt`, 'tests/a.json', 'kernels/a.ndjson.br', 'README.md']) put(name);
  expect(historyFiles(folder)).toEqual([run]);
  expect(launchFiles(join(folder, key))).toEqual([launches]);
  expect(historyFiles(join(folder, 'nowhere'))).toEqual([]);
});

test('a link to a history’s folder and to its files is followed', () => {
  put(`elsewhere/run.json`);
  symlinkSync('elsewhere', join(folder, key));
  expect(readHistoryRun(join(folder, key, 'run.json'))).toEqual(recorded);
});

test('what lies where a run should is listed, so that its reader names it', () => {
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  symlinkSync('nowhere', join(folder, 'gone'));
  put('astray.json');
  expect(historyFiles(folder)).toEqual(['astray.json', 'gone', 'pipe'].map((name) => join(folder, name)));
  const { runs, faults } = readRuns(historyFiles(folder));
  expect(runs).toEqual([]);
  expect(faults).toEqual([
    expect.stringContaining('astray.json: /machine/key: is "'),
    `${join(folder, 'gone')}: is a link to nothing`,
    `${join(folder, 'pipe')}: is a FIFO, and no file`,
  ]);
});

// Root reads everything.
test.skipIf(process.getuid?.() === 0)('a file and a folder that may not be read are named', () => {
  for (const name of ['file', 'folder']) execFileSync('chmod', ['000', put(`${name}/x.json`)]);
  execFileSync('chmod', ['000', join(folder, 'folder')]);
  const { faults } = readRuns(historyFiles(folder));
  execFileSync('chmod', ['700', join(folder, 'folder')]);
  expect(faults).toEqual([
    expect.stringContaining('x.json: cannot be read: EACCES'),
    expect.stringContaining('folder: cannot be read: EACCES'),
  ]);
});

function fail(): never {
  throw new TypeError('a fault of the program');
}

test('a file that is not there is said to be so, and a fault that is none of a document’s is thrown', () => {
  expect(() => readText(join(folder, 'nothing.json'))).toThrow('nothing.json: is not there');
  expect(() => gather(['one'], fail)).toThrow('a fault of the program');
});

const part = setRun({ interrupted: true })({ ...recorded, results: recorded.results.slice(0, 2) });

test('copies of one run become one, with all the results that any has', () => {
  const other = setRun({ id: 'other' })(recorded);
  expect(uniqueRuns([part, other, recorded, part])).toEqual([recorded, other]);
  expect([holdsCopy(recorded, part), holdsCopy(part, recorded), holdsCopy(recorded, other)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('runs follow each other by the moment of their commit, however its zone is written', () => {
  const early = setCommit({ date: '2026-11-22T01:00:00+02:00' })(recorded);
  const late = setCommit({ date: '2026-11-22T00:30:00Z' })(recorded);
  expect([late, early].toSorted(byDate)).toEqual([early, late]);
});
