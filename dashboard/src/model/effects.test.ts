import type { SiteFamily, SitePoint, SiteRun } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { passed, sampleFamily } from '../testing.ts';
import { commitsOf } from './commits.ts';
import { countEffects, effectsAt, effectStates, leastEffects } from './effects.ts';
import { historyOf, middleOf } from './machine-history.ts';

const least = leastEffects(null);
const [template] = sampleFamily.series;

/** A run of the commit that a letter stands for; commits follow each other by the day. */
function run(letter: string, more: Partial<SiteRun> = {}): SiteRun {
  const [first] = sampleFamily.runs;
  const date = `2026-03-0${letter.codePointAt(0)! - 96}T00:00:00Z`;
  const commit = { ...first!.commit, sha: letter.repeat(40), date };
  return { ...first!, runId: `${letter}-${more.suite ?? 'quick'}`, startedAt: date, commit, ...more };
}

/** A family whose variants have these times in its runs; null where a run lacks the variant. */
function familyOf(
  runs: readonly SiteRun[],
  times: Readonly<Record<string, readonly (number | null | SitePoint)[]>>,
  family = 'reduce',
): SiteFamily {
  const series = Object.entries(times).map(([variant, values]) => ({
    ...template!,
    id: `${family}/${variant}/${template!.case}`,
    variant,
    points: values.flatMap((value, at) => {
      if (value === null) return [];
      return [typeof value === 'number' ? passed(at, value) : { ...value, run: at }];
    }),
  }));
  return { ...sampleFamily, family, runs, series };
}

const failed: SitePoint = { run: 0, status: 'failed', reason: { code: 'wrong-result', message: 'got 3' } };
const doubtful: SitePoint = { ...passed(0, 50), comparable: false, comparableReasons: ['throttled'] };

function told(family: SiteFamily, place: number) {
  const effects = effectsAt(historyOf('key', [family]), place, least);
  return Object.fromEntries(effects.map(({ series: { variant }, state }) => [variant, state]));
}

const abc = [run('a'), run('b'), run('c')];

test('every series is in exactly one state, and the states add up to all that the machine knew', () => {
  const family = familyOf(abc, {
    slower: [100, 200, 200],
    faster: [100, 50, 50],
    steady: [100, 103, 97],
    broken: [100, failed, 100],
    fresh: [null, 100, 100],
    dropped: [100, null, null],
    doubtful: [100, doubtful, 100],
    later: [null, null, 100],
  });
  expect(told(family, 1)).toEqual({
    slower: 'slower',
    faster: 'faster',
    steady: 'steady',
    broken: 'failing',
    fresh: 'new',
    dropped: 'gone',
    doubtful: 'unjudged',
  });
  for (const place of [0, 1, 2]) {
    const { series, counts } = countEffects(effectsAt(historyOf('key', [family]), place, least));
    expect(effectStates.reduce((sum, state) => sum + counts[state], 0)).toBe(series);
  }
});

test('a commit that slowed series and the next one that repaired them are told by both', () => {
  const family = familyOf(abc, { one: [100, 156, 101], two: [100, 188, 101], three: [100, 156, 150] });
  const history = historyOf('key', [family]);
  const [one, two, three] = effectsAt(history, 1, least);
  expect([one, two, three].map((row) => [row!.state, row!.repairedBy])).toEqual([
    ['slower', 2],
    ['slower', 2],
    ['slower', null],
  ]);
  expect(effectsAt(history, 2, least).map(({ state, undoes }) => [state, undoes])).toEqual([
    ['faster', [1]],
    ['faster', [1]],
    ['steady', []],
  ]);
});

test('a repair of two steps undoes both', () => {
  const runs = ['a', 'b', 'c', 'd'].map((letter) => run(letter));
  const history = historyOf('key', [familyOf(runs, { one: [100, 150, 200, 100] })]);
  expect(effectsAt(history, 3, least)[0]?.undoes).toEqual([1, 2]);
  expect([1, 2].map((place) => effectsAt(history, place, least)[0]?.repairedBy)).toEqual([3, 3]);
});

test.for([
  { what: 'was interrupted', more: { interrupted: true } },
  { what: 'was asked for a part of its suite', more: { selected: true } },
  { what: 'was of another suite', more: { suite: 'full' } },
])('what a run lacks that $what is not measured, and not gone', ({ more }) => {
  expect(told(familyOf([run('a'), run('b', more)], { one: [100, null], two: [100, 100] }), 1)).toEqual({
    one: 'unmeasured',
    two: 'steady',
  });
});

test('all runs of a commit are one observation: the middle of its times', () => {
  const twice = [run('a'), run('b'), { ...run('b'), runId: 'again' }];
  const [row] = effectsAt(historyOf('key', [familyOf(twice, { one: [100, 140, 160] })]), 1, least);
  expect(row).toMatchObject({ state: 'slower', afterNs: 150, effect: 0.5 });
  expect([middleOf([3, 1, 2]), middleOf([1, 2]), middleOf([])]).toEqual([2, 1.5, null]);
});

test('tells whether the kernel is another one', () => {
  const points = [passed(0, 100, 'x'), passed(0, 200, 'y'), passed(0, 100, 'y')];
  const history = historyOf('key', [familyOf(abc, { one: points })]);
  expect([1, 2].map((place) => effectsAt(history, place, least)[0]?.sameKernel)).toEqual([false, true]);
});

test('nobody judges local runs, trees with changes, and peers', () => {
  const dirty = { ...run('b'), commit: { ...run('b').commit, dirty: true } };
  const family = familyOf([run('a'), dirty, run('c', { local: true }), run('d')], {
    one: [100, 900, 900, 100],
    peer: [100, 900, 900, 900].map((ns) => ({ ...passed(0, ns), peer: 0 })),
  });
  expect(historyOf('key', [family]).commits).toHaveLength(2);
  expect(told(family, 1)).toEqual({ one: 'steady', peer: 'unjudged' });
});

const order = (letters: string) => ({ runs: [...letters].map((letter) => run(letter)) });

test('the commits of all families are in one order that each of them agrees with', () => {
  const letters = commitsOf([order('acd'), order('bd'), order('ab')]).map(({ commit }) => commit.sha[0]);
  expect(letters.join('')).toBe('abcd');
  // The order of the history goes before the dates.
  expect(commitsOf([order('cb'), order('ab')]).map(({ commit }) => commit.sha[0])).toEqual(['a', 'c', 'b']);
});

test('known noise decides how much a series must move', () => {
  const known = { id: template!.id, launches: 10, sigma: 0.05 };
  const judgement = {
    series: [known, { ...known, id: 'quiet', sigma: 1e-4 }, { ...known, id: 'none', launches: 0 }],
  };
  // What the page reads of a judgement here.
  const of = leastEffects(judgement as unknown as Parameters<typeof leastEffects>[0]);
  expect([of(template!.id), of('quiet'), of('none'), of('other')].map((value) => value.toFixed(3))).toEqual([
    '0.212',
    '0.020',
    '0.050',
    '0.050',
  ]);
});
