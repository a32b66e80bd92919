// What is recorded, runs of real hardware above all, and what it proves.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { completion, loadCurriculum, noEvidence, parseCompletion } from './index.ts';
import { readRecorded } from './node.ts';
import { flatten } from './rules/subjects.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const curriculum = loadCurriculum();
const recorded = readRecorded(root);
// As it stands: what each commit before proved is in the snapshot, which `pnpm reports:check` makes anew.
const newest = recorded.runs.at(-1)?.run.commit.sha ?? '';
const done = completion(curriculum, { ...recorded, looks: new Set([newest]) });

test('is a completion that follows its schema', () => {
  expect(() => parseCompletion('completion', structuredClone(done))).not.toThrow();
});

test('is said of the last commit that its counts are of', () => {
  expect(done.commit).toBe(done.commits.at(-1)?.sha);
});

test('every number behind a proven item names a result, a commit and a machine of the history', () => {
  const rows = done.items
    .filter(({ state, kind }) => state === 'proven' && kind === 'bench')
    .flatMap(({ evidence }) => evidence)
    .filter(({ run }) => run !== undefined);
  expect(rows.length).toBeGreaterThan(20);
  const hardware = recorded.runs.flatMap(({ machine }) => (machine.software ? [] : [machine.key]));
  for (const row of rows)
    expect(row).toMatchObject({
      // Of kernels that were taken apart a share has to be held back by what their times suggest: the others stand there too.
      met: expect.toBeOneOf(row.metric === 'held back by' ? [true, false] : [true]),
      commit: expect.stringMatching(/^[0-9a-f]{40}/),
      machine: expect.toBeOneOf(hardware),
    });
});

test('every item that is not proven says what it needs', () => {
  const silent = done.items.filter(
    ({ kind, state, missing }) =>
      (kind === 'bench' || kind === 'doc') && state !== 'proven' && missing.length === 0,
  );
  expect(silent.map(({ id }) => id)).toEqual([]);
});

test('every rung and set of awkward cases on record is one that the item on them asks for', () => {
  const rule = curriculum.items.get('validation.edge-cases')?.rule;
  const asked = new Set(
    (rule ? flatten(rule) : []).flatMap((one) =>
      one.rule === 'edge-cases'
        ? (one.of.variants ?? []).flatMap((name) => one.sets.map((set) => `${one.of.family} ${name} ${set}`))
        : [],
    ),
  );
  const seen = recorded.runs.flatMap(({ results }) =>
    results.flatMap(({ family, variant, coverage }) =>
      coverage.map(({ set }) => `${family} ${variant} ${set}`),
    ),
  );
  expect(seen.length).toBeGreaterThan(0);
  expect([...new Set(seen)].filter((one) => !asked.has(one))).toEqual([]);
});

test('without results nothing is proven', () => {
  const { total } = completion(curriculum, noEvidence);
  expect(total).toMatchObject({ proven: 0, implemented: 0, regressed: 0, provable: 183, tickable: 27 });
});
