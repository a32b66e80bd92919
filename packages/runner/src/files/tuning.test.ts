// Journals of searches as a process leaves them that was killed, or was of another version.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendTuneLine, readTuneJournal, settleTuneJournal } from './tuning.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-journal-'));
  file = join(folder, 'of', 'reduce.ndjson');
});
afterEach(() => rmSync(folder, { recursive: true }));

const look = (name: string) =>
  ({ name, round: 0, outcome: 'timed', ns: 5, samples: 3, compileMs: 1, spentMs: 2 }) as const;

test('a search goes on behind a line that was torn', () => {
  appendTuneLine(file, { key: 'one', fingerprint: 'f' });
  appendTuneLine(file, { key: 'one', observation: look('a') });
  appendFileSync(file, '{"key":"one","observa');
  expect(readTuneJournal(file)).toEqual({ one: { fingerprint: 'f', observations: [look('a')] } });
  appendTuneLine(file, { key: 'one', observation: look('b') });
  appendTuneLine(file, { key: 'two', fingerprint: 'g' });
  const both = { fingerprint: 'f', observations: [look('a'), look('b')] };
  expect(readTuneJournal(file)).toEqual({ one: both, two: { fingerprint: 'g', observations: [] } });
  settleTuneJournal(file, 'two');
  expect(readTuneJournal(file)).toEqual({ one: both });
});

test('a file that is one torn line is none', () => {
  appendTuneLine(file, { key: 'one', fingerprint: 'f' });
  writeFileSync(file, '{"key":');
  expect(readTuneJournal(file)).toEqual({});
  appendTuneLine(file, { key: 'one', fingerprint: 'f' });
  expect(readFileSync(file, 'utf8')).toBe('{"key":"one","fingerprint":"f"}\n');
});

test.for([
  'null',
  '{"key":"one"',
  '{"key":"one"}',
  '{"key":1,"fingerprint":"f"}',
  '{"key":"one","observation":{"name":"a","round":0,"outcome":"timed","ns":"5","compileMs":1,"spentMs":1}}',
  '{"key":"one","observation":{"name":"a","round":0,"outcome":"fast","compileMs":1,"spentMs":1}}',
  '{"key":"one","observation":{"name":"a","round":-1,"outcome":"failed","compileMs":1,"spentMs":1}}',
])('a line that no search writes is told with its place and the remedy: %s', (line) => {
  appendTuneLine(file, { key: 'one', fingerprint: 'f' });
  appendFileSync(file, `${line}\n`);
  expect(() => readTuneJournal(file)).toThrow(
    `${file}:2: is no line of a search: remove ${file} to begin the search anew`,
  );
});

test('a subject with any name is a subject', () => {
  appendTuneLine(file, { key: '__proto__', fingerprint: 'f' });
  expect(Object.entries(readTuneJournal(file))).toEqual([
    ['__proto__', { fingerprint: 'f', observations: [] }],
  ]);
});
