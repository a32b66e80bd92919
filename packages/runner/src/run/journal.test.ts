import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRun } from '../files/files.ts';
import { bench, createWorkspace, sampleResult, sampleRun } from '../../fixtures/testing.ts';
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

describe('a run whose process is killed', () => {
  const file = join(root, 'killed.json');
  const journal = join(root, 'killed.journal.ndjson');
  beforeAll(async () => {
    const entry = fileURLToPath(new URL('../../fixtures/main.ts', import.meta.url));
    const child = spawn(process.execPath, [entry, '--software', '--suite', 'right', '--out', file], {
      cwd: root,
      env: { ...process.env, BENCH_ROOT: root },
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      if (chunk.includes('1/5 ')) child.kill('SIGKILL');
    });
    await new Promise((resolve) => child.on('close', resolve));
  });

  test('has a journal and no run file, and whoever wants the run is told how to finish it', async () => {
    expect([existsSync(file), existsSync(journal)]).toEqual([false, true]);
    const { code, err } = await bench(root, ['record', file]);
    expect(code).toBe(2);
    expect(err).toContain(`no run file ${file}: its process was killed, finish it with \`bench --resume`);
  });

  test('is resumed from the journal, by its own name too: what had finished is not run again', async () => {
    const before = readJournal(file)?.run;
    const { code, err } = await bench(root, ['--resume', journal]);
    expect(code).toBe(0);
    const after = readRun(file);
    expect(after.run).toEqual({ ...before?.run, interrupted: false });
    expect(before?.results.length).toBeGreaterThanOrEqual(1);
    expect(after.results.slice(0, before?.results.length)).toEqual(before?.results);
    expect(new Set(after.results.map(({ id }) => id)).size).toBe(5);
    expect(err).not.toContain('5/5 ');
    expect(existsSync(journal)).toBe(false);
  });
});
