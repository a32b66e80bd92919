import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Result, Run } from '@kernel-ladder/schema';
import { historyFiles, readBytes } from '@kernel-ladder/schema/node';
import { expect, test } from 'vitest';
import { bothDigests } from './testing-digest.ts';

const files = historyFiles(new URL('../../../dashboard/history', import.meta.url).pathname);

// The newest of each machine: all of them are for the whole tests.
const newest = [...Map.groupBy(files, dirname).values()].flatMap((own) => own.toSorted().slice(-1));

test('of a recorded run the digest by words and numbers is that of the whole, in the same order', () => {
  for (const file of [...newest, ...newest]) {
    const { byWords, whole } = bothDigests(file, readBytes(file));
    expect([file, byWords === whole]).toEqual([file, true]);
  }
});

// As the runner writes it.
function unlisted({ id, family, variant, ...more }: Result): Result {
  return { id, family, variant, unlisted: true, ...more };
}

const tuned = {
  rung: 'tuned',
  class: 'n=64',
  choice: { tile: 8, held: true },
  space: '0'.repeat(16),
  at: '2026-01-01T00:00:00Z',
};

// As the runner writes it.
function withTable({ id, family, variant, ...more }: Result): Result {
  return { id, family, variant, tuned, ...more };
}

const changes: readonly (readonly [what: string, change: (run: Run) => Run])[] = [
  [
    'sessions that nobody judged',
    (run) => ({ ...run, sessions: run.sessions.map((one) => ({ ...one, stable: false, reasons: [] })) }),
  ],
  [
    'a case that no family lists',
    (run) => ({
      ...run,
      results: run.results.map((one, at) => (at === 1 ? unlisted(one) : one)),
    }),
  ],
  [
    'parameters of a tuning table',
    (run) => ({
      ...run,
      results: run.results.map((one, at) => (at === 1 && one.kind === 'gpu' ? withTable(one) : one)),
    }),
  ],
  ['results in another order', (run) => ({ ...run, results: run.results.toReversed() })],
];

test.for(changes)('so are those of a run with %s', ([, change]) => {
  const file = files.find((each) => each.includes('nvidia-h200-vulkan-f683e31d') && each.endsWith('.json'));
  const run = JSON.parse(readFileSync(file!, 'utf8')) as Run;
  for (const one of [run, change(run), run]) {
    const { byWords, whole } = bothDigests(file!, Buffer.from(JSON.stringify(one)));
    expect(byWords === whole).toBe(true);
  }
});
