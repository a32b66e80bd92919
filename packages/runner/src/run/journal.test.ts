import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readRun } from '../files/files.ts';
import { createWorkspace, sampleResult, sampleRun } from '../../fixtures/testing.ts';
import { beginJournal, readJournal } from './journal.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const begun = sampleRun({ interrupted: true, results: [sampleResult('naive', 2000)] });
const results = [sampleResult('tree', 1000), sampleResult('optimized', 500)];

function journalled(name: string) {
  const [file, journal] = [join(root, `${name}.json`), join(root, `${name}.journal.ndjson`)];
  const open = beginJournal(file, begun);
  for (const result of results) open.append(result);
  return { file, journal, close: open.close };
}

test('a journal has the run as it was begun, and every result since', () => {
  const { file } = journalled('whole');
  expect(readJournal(file)?.run).toEqual({ ...begun, results: [...begun.results, ...results] });
  expect(existsSync(file)).toBe(false);
});

test('closing it leaves the run file alone', () => {
  const { file, journal, close } = journalled('closed');
  close(sampleRun());
  expect(readRun(file)).toEqual(sampleRun());
  expect(existsSync(journal)).toBe(false);
  expect(readJournal(file)).toBeNull();
});

test('a torn last line is dropped, wherever it was torn', () => {
  const { file, journal } = journalled('torn');
  const text = readFileSync(journal, 'utf8');
  const last = text.lastIndexOf('\n', text.length - 2) + 1;
  for (const length of [last, last + 1, last + 40, text.length - 1]) {
    writeFileSync(journal, text.slice(0, length));
    expect(readJournal(file)?.run.results).toEqual([...begun.results, results[0]]);
  }
});

test.for([
  { what: 'no JSON', line: 1, with: '{', says: /spoilt\.journal\.ndjson:2: not JSON/ },
  { what: 'no result', line: 2, with: '{"id":1}', says: /spoilt\.journal\.ndjson:3: \/.*: / },
  { what: 'no run', line: 0, with: '{}', says: /spoilt\.journal\.ndjson: \/: must have required property/ },
])('a whole line that is $what is told with its place', ({ line, with: text, says }) => {
  const { file, journal } = journalled('spoilt');
  const lines = readFileSync(journal, 'utf8').split('\n');
  writeFileSync(journal, lines.with(line, text).join('\n'));
  expect(() => readJournal(file)).toThrow(says);
});
