import { mutationScore } from '@kernel-ladder/reports';
import type { Mutant } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import type { RungTrials } from '../process/mutants.ts';
import { chooseCases, disproved, scoreRung } from './mutants.ts';

const mutant = (line: number): Mutant => ({
  operator: 'index',
  file: 'a.wgsl',
  line,
  before: `x[${line}]`,
  after: `y[${line}]`,
});

/** Five mutants, by place those that some cases kill. */
const trials = (kills: { readonly [mutant: number]: readonly string[] }, set = 'EC'): RungTrials => ({
  family: 'scan',
  rung: 'look-back',
  machine: 'a GPU',
  software: false,
  mutants: [0, 1, 2, 3, 4].map(mutant),
  stillborn: 2,
  cases: [],
  killings: new Map(
    Object.entries(kills).map(([index, cases]) => [
      Number(index),
      cases.map((name) => ({ rung: 'look-back', set, case: name, how: 'wrong-value' as const })),
    ]),
  ),
  seconds: 1.26,
});

const listed = [{ file: 'a.wgsl', before: 'x[3]', after: 'y[3]', reason: 'the element is read by nobody' }];

test('an equivalent mutant counts neither way, and the others that are left are survivors', () => {
  const score = scoreRung(trials({ 0: ['n=1'], 1: ['n=2'], 2: ['n=1'] }), listed);
  expect(score).toMatchObject({ mutants: 5, killed: 3, equivalent: 1, survivors: [mutant(4)], seconds: 1.3 });
  expect(mutationScore([score])).toBe(3 / 4);
  expect(mutationScore([])).toBeNull();
});

test('a mutant that was killed is none that computes the same', () => {
  const score = scoreRung(trials({ 3: ['n=1'] }), listed);
  expect(disproved(score, listed)).toEqual([mutant(3)]);
  expect(score.equivalent).toBe(0);
});

test('cases are chosen by what they add to those before them, set by set', () => {
  const some = scoreRung(trials({ 0: ['a', 'b'], 1: ['b', 'c'], 2: ['b'], 3: ['c'], 4: ['d', 'c'] }), []);
  const others = scoreRung(trials({ 0: ['e'] }, 'EC-2'), []);
  const tiny = scoreRung(trials({ 0: ['f'] }, 'tiny'), []);
  expect(chooseCases([some, others, tiny])).toEqual({ EC: ['b', 'c'], 'EC-2': ['e'] });
});
