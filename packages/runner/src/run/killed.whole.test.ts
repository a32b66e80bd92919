import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '@kernel-ladder/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journalOf, readRun } from '../files/files.ts';
import { createRepository } from '../../fixtures/ab.ts';
import { bench } from '../../fixtures/testing.ts';
import { beginJournal, readJournal } from './journal.ts';

const repository = createRepository();
const { root } = repository;
afterAll(() => repository.remove());

const file = join(root, 'results', 'run.json');
// Seen while the run goes on, when its first result is through: what a process leaves that is killed then.
let left: string;
let whole: Run;

beforeAll(async () => {
  mkdirSync(join(root, 'suites'));
  const cases = { hardware: ['headline'], software: [] };
  const suite = { schemaVersion: 1, name: 'steady', select: ['**'], effort: 'quick', cases };
  writeFileSync(join(root, 'suites', 'steady.json'), JSON.stringify(suite));
  writeFileSync(join(root, '.gitignore'), 'results\n');
  repository.commit({ one: 100_000, two: 200_000 }, 'Two kernels');
  await bench(root, ['--suite', 'steady', '--out', file], {
    listen: (text) => {
      if (text.includes('1/2 ')) left = readFileSync(journalOf(file), 'utf8');
    },
  });
  whole = readRun(file);
});

/** Takes up what the killed process left, with another ruler at its start or some minutes later. */
async function resume({ copyNs = 1000, minutes = 0 } = {}): Promise<Run> {
  const [header = '', result = ''] = left.split('\n');
  const begun = JSON.parse(header) as Run;
  const [open] = begun.sessions;
  const rulers = open!.rulers.map((ruler) => ({ ...ruler, copyNs }));
  const journal = journalOf(file);
  rmSync(file);
  writeFileSync(journal, `${JSON.stringify({ ...begun, sessions: [{ ...open, rulers }] })}\n${result}\n`);
  const then = Date.now() / 1000 - 60 * minutes;
  utimesSync(journal, then, then);
  const { code } = await bench(root, ['--resume', file]);
  expect(code).toBe(0);
  return readRun(file);
}

test('a journal says how its stretch began, and that nobody saw its end', () => {
  expect(whole.sessions).toMatchObject([
    { stable: true, rulers: [{ at: 'start' }, { at: 'middle' }, { at: 'end' }] },
  ]);
  expect((JSON.parse(left.split('\n')[0] ?? '') as Run).sessions).toEqual([
    { rulers: [{ at: 'start', copyNs: 1000, fmaNs: 1000 }], stable: false, reasons: ['drift:end-unknown'] },
  ]);
});

test('the ruler of the call that takes it up soon closes the session of a killed stretch', async () => {
  const { sessions, results } = await resume();
  expect(sessions.map(({ stable, rulers }) => [stable, rulers.map(({ at }) => at)])).toEqual([
    [true, ['start', 'end']],
    [true, ['start', 'end']],
  ]);
  expect(results.map(({ comparable }) => comparable)).toEqual([true, true]);
});

test.for([
  { what: 'a machine that drifted', traits: { copyNs: 800 }, reasons: ['drift:copy +25.0 %'] },
  { what: 'a stretch that is long over', traits: { minutes: 11 }, reasons: ['drift:end-unknown'] },
])('the results of $what are not to be compared', async ({ traits, reasons }) => {
  const { sessions, results } = await resume(traits);
  expect(sessions[0]).toMatchObject({ stable: false, reasons });
  expect(results.map(({ comparable, comparableReasons }) => ({ comparable, comparableReasons }))).toEqual([
    { comparable: false, comparableReasons: ['unstable-session'] },
    { comparable: true, comparableReasons: [] },
  ]);
});

test('a process that was killed before its first result leaves no session', async () => {
  const begun = JSON.parse(left.split('\n')[0] ?? '') as Run;
  rmSync(file);
  beginJournal(file, begun);
  expect(readJournal(file)?.own).toBe(0);
  await bench(root, ['--resume', file]);
  expect(readRun(file).sessions).toHaveLength(1);
});
