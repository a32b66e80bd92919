// The journal of a run whose process is killed, and the run that is made of it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRun } from '../files/files.ts';
import { bench, createWorkspace } from '../../fixtures/testing.ts';
import { readJournal } from './journal.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

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
