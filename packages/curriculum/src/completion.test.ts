// Completion over commits, what to build next, and the one property that completion must have.
import type { Result, Run } from '@kernel-ladder/schema';
import { describe, expect, test } from 'vitest';
import { completion, completionOverCommits } from './completion.ts';
import { nextItems } from './next.ts';
import {
  curriculumOf,
  evidenceOf,
  failed,
  itemOf,
  passed,
  randomOf,
  runOf,
  sha,
  software,
  testsOf,
} from './testing.ts';
import type { Rule } from './types.generated.ts';

const a = passed({ id: 'f/a/n=1,f32', us: 10 });
const b = passed({ id: 'f/b/n=1,f32', us: 20 });
const of = { family: 'f', variants: ['a'] };

describe('over commits', () => {
  const curriculum = curriculumOf([
    itemOf('f.a', { rule: 'passed', of }),
    itemOf('f.b', { rule: 'passed', of: { family: 'f', variants: ['b'] } }),
  ]);

  test('counts rise and fall with what each commit proves', () => {
    const runs = [runOf('1', [a]), runOf('2', [b]), runOf('3', [failed(a)])];
    const over = completionOverCommits(curriculum, evidenceOf(runs));
    expect(over.map(({ sha: commit, total }) => [commit, total.proven, total.regressed])).toEqual([
      [sha('1'), 1, 0],
      [sha('2'), 2, 0],
      [sha('3'), 1, 1],
    ]);
    expect(over[2]?.tracks['t']).toMatchObject({ items: 2, provable: 2, proven: 1 });
  });

  test('two runs of one commit are one step', () => {
    const over = completionOverCommits(curriculum, evidenceOf([runOf('1', [a]), runOf('1', [b], software)]));
    expect(over.map(({ total }) => [total.proven, total.implemented])).toEqual([[1, 1]]);
  });

  test('tests of a commit that was never measured stand where their date puts them', () => {
    const over = completionOverCommits(
      curriculum,
      evidenceOf([runOf('1', [a]), runOf('3', [b])], [testsOf('2', 'passed')]),
    );
    expect(over.map(({ sha: commit }) => commit)).toEqual([sha('1'), sha('2'), sha('3')]);
  });
});

describe('what to build next', () => {
  const curriculum = curriculumOf([
    itemOf('f.last', { rule: 'items', ids: ['f.big', 'f.small'] }),
    itemOf('f.big', { rule: 'passed', of: { family: 'g' } }, { effort: 5 }),
    itemOf('f.small', { rule: 'passed', of: { family: 'h' } }),
    itemOf('f.slow', { rule: 'quantity', of, quantity: 'pctOfPeak', above: 99 }),
    itemOf('f.done', { rule: 'passed', of }),
    itemOf('f.absent', { rule: 'passed', of }, { needs: ['subgroup-matrix'] }),
  ]);
  const next = nextItems(curriculum, completion(curriculum, evidenceOf([runOf('1', [a])])));

  test('is what is nearly done, then what is small; never before what it waits for', () => {
    expect(next.map(({ id }) => id)).toEqual(['f.slow', 'f.small', 'f.big', 'f.last']);
    expect(next[0]).toMatchObject({ state: 'implemented', effort: 1 });
    expect(next[3]).toMatchObject({ waitsFor: ['f.big', 'f.small'] });
  });
});

describe('a failing result more', () => {
  const rules: readonly Rule[] = [
    { rule: 'passed', of: { family: 'f' }, count: 2 },
    { rule: 'edge-cases', of, sets: ['EC'], complete: true },
    { rule: 'quantity', of, at: { n: [1, 2], dtype: ['f32'] }, quantity: 'pctOfPeak', atLeast: 6 },
    { rule: 'quantity', of: { family: 'f' }, quantity: 'pctOfPeak', atLeast: 6, count: 1 },
    {
      rule: 'ratio',
      of,
      at: { n: [1, 2], dtype: ['f32'] },
      over: { variants: ['b'] },
      quantity: 'speed',
      above: 1,
    },
    { rule: 'ratio', of, over: { variants: ['b'] }, quantity: 'speed', above: 1, count: 1 },
    { rule: 'growth', of, quantity: 'medianUs', along: 'n', order: 'linear', at: [1, 2, 4] },
    { rule: 'distinct', of: { family: 'f' }, by: ['variant', 'n'], atLeast: 3 },
    { rule: 'peer', of, by: ['torch'] },
    {
      rule: 'any',
      rules: [
        { rule: 'quantity', of, quantity: 'speed', below: 6e4, count: 2 },
        { rule: 'passed', of: { family: 'g' } },
      ],
    },
  ];
  const items = rules.map((rule, index) => itemOf(`f.r${index}`, rule));
  const curriculum = curriculumOf([
    ...items,
    itemOf('f.most', { rule: 'items', ids: items.map(({ id }) => id), atLeast: 4 }),
  ]);
  const proven = (runs: readonly Run[]): readonly string[] =>
    completion(curriculum, evidenceOf(runs)).items.flatMap(({ id, state }) =>
      state === 'proven' ? [id] : [],
    );
  const seen = new Set<string>();

  test.for(Array.from({ length: 60 }, (_, seed) => seed))('never proves an item, history %i', (seed) => {
    const random = randomOf(seed + 1);
    const runs = ['1', '2', '3'].map((digit) => runOf(digit, results(random)));
    const before = new Set(proven(runs));
    for (const id of before) seen.add(id);
    for (const place of runs.keys()) {
      for (const one of universe) {
        const worse = { ...failed(one), coverage: one.coverage };
        const after = proven(
          runs.map((run, index) => (index === place ? { ...run, results: [...run.results, worse] } : run)),
        );
        expect(after.filter((id) => !before.has(id))).toEqual([]);
      }
    }
  });

  test('was tried on histories that prove each of the rules', () => {
    expect(seen.size).toBe(items.length + 1);
  });
});

const variants = ['a', 'b', 'torch'];
const universe = variants.flatMap((variant) => [1, 2, 4].map((n) => resultOf(variant, n, 10)));

function resultOf(variant: string, n: number, us: number, more: Partial<Result> = {}): Result {
  const kind = variant === 'torch' ? 'peer' : 'gpu';
  return passed({ id: `f/${variant}/n=${n},f32`, us, more: { kind, ...more } });
}

function results(random: () => number): readonly Result[] {
  const one = Array.from({ length: 8 }, () => anyResult(random));
  return one.map((result) => (random() < 0.05 ? failed(result) : result));
}

function anyResult(random: () => number): Result {
  const pick = <T>(values: readonly T[]): T =>
    values[Math.floor(random() * values.length)] ?? (values[0] as T);
  const bad = { set: 'EC', total: 3, passed: 2, skipped: 0, failed: ['n=0,f32'] };
  const more: Partial<Result> = {
    ...(random() < 0.2 ? { comparable: false } : {}),
    ...(random() < 0.5 ? { coverage: random() < 0.5 ? [] : [bad] } : {}),
  };
  return resultOf(pick(['a', 'a', ...variants]), pick([1, 2, 4]), pick([8, 10, 16, 20, 40]), more);
}
