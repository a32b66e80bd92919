// The reducer behind a search: who is looked at, how long, and that it does not matter where it was cut short.
import { expect, test } from 'vitest';
import { budgetFor, exhaustive, nextStep, ranking, roundsOf, search } from './index.ts';
import type { HalvingSpec, Look, Observation } from './index.ts';

const names = Array.from({ length: 27 }, (_, at) => `n=${at}`);
const spec: HalvingSpec = { names, seed: 1, budget: budgetFor(27, 4) };
const nsOf = (name: string) => 1000 + 10 * Number(name.slice(2));

function timed({ name, round, samples }: Look, ns = nsOf(name)): Observation {
  return { name, round, samples, outcome: 'timed', ns, compileMs: 0, spentMs: 1 };
}

test('of so many one in three goes on, and is looked at three times as long', () => {
  const { journal, ranking: found } = search(spec, (step) => timed(step));
  const counts = [0, 1, 2].map((round) => journal.filter((each) => each.round === round).length);
  expect(counts).toEqual([27, 9, 3]);
  expect(new Set(journal.map(({ round, samples }) => `${round}: ${samples}`))).toEqual(
    new Set(['0: 4', '1: 12', '2: 36']),
  );
  expect(found.slice(0, 3).map(({ name }) => name)).toEqual(['n=0', 'n=1', 'n=2']);
});

test.for([1, 2, 3, 4, 9, 10, 27, 100])('rounds until one of %d is left', (count) => {
  const rounds = roundsOf(count);
  expect(3 ** rounds).toBeGreaterThanOrEqual(count);
  expect(3 ** (rounds - 1)).toBeLessThan(Math.max(2, count));
});

test('an exhaustive search looks at everybody alike, once', () => {
  const { journal } = search({ names, seed: 1, budget: 27 * 5, eta: exhaustive }, (step) => timed(step));
  expect(journal.map(({ round, samples }) => [round, samples])).toEqual(names.map(() => [0, 5]));
});

test('a budget that has no sample for each of them reaches for as many as it has', () => {
  const { journal } = search({ names, seed: 1, budget: 30 }, (step) => timed(step));
  const first = journal.filter(({ round }) => round === 0);
  expect(first).toHaveLength(10);
  expect(first.every(({ samples }) => samples === 1)).toBe(true);
});

function orderOf(seed: number): readonly string[] {
  return search({ ...spec, seed }, (step) => timed(step)).journal.map(({ name }) => name);
}

test('equal seeds take equal steps, and another seed another order', () => {
  expect(orderOf(1)).toEqual(orderOf(1));
  expect(orderOf(2)).not.toEqual(orderOf(1));
});

test('a search that was cut short anywhere goes on to the same end, with no look twice', () => {
  const whole = search(spec, (step) => timed(step));
  for (let cut = 0; cut <= whole.journal.length; cut += 3) {
    const resumed = search(spec, (step) => timed(step), whole.journal.slice(0, cut));
    expect(resumed.journal).toEqual(whole.journal);
    expect(resumed.ranking).toEqual(whole.ranking);
  }
});

const isWrong = (name: string) => name === 'n=0' || name === 'n=5';

test('what is wrong is never chosen, however fast, and not looked at again', () => {
  const { journal, ranking: found } = search(spec, (step) =>
    isWrong(step.name) ? { ...timed(step, 1), outcome: 'wrong', message: 'c[0] is 1' } : timed(step),
  );
  expect(found[0]?.name).toBe('n=1');
  expect(found.some(({ name }) => isWrong(name))).toBe(false);
  expect(journal.filter(({ name }) => isWrong(name)).map(({ round }) => round)).toEqual([0, 0]);
});

test('one that fails in a later round has no place in the ranking', () => {
  const { ranking: found } = search(spec, (step) =>
    step.name === 'n=0' && step.round === 1 ? { ...timed(step), outcome: 'failed' } : timed(step),
  );
  expect(found[0]?.name).toBe('n=1');
  expect(found.map(({ name }) => name)).not.toContain('n=0');
});

test('nothing right leaves nothing to choose', () => {
  expect(search(spec, (step) => ({ ...timed(step), outcome: 'wrong' })).ranking).toEqual([]);
  expect(ranking([])).toEqual([]);
});

test('a candidate is hopeless that takes twice as long as the last who would go on', () => {
  const seen = names
    .slice(0, 20)
    .map((name) => timed({ type: 'look', name, round: 0, samples: 4, hopelessNs: 0, after: [] }));
  const step = nextStep(spec, seen);
  // Nine of 27 go on: by now the ninth fastest.
  expect(step).toMatchObject({ type: 'look', round: 0, hopelessNs: 2 * nsOf('n=8') });
  expect(nextStep(spec, [])).toMatchObject({ hopelessNs: Infinity });
});
