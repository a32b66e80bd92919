import type { Result, Run } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { onCard, runOfDay, samplePeer, sampleResult, steadyDays, wiggle } from './testing.ts';
import { gateOf } from './gate.ts';
import { unknownNoise } from './noise.ts';

const slower = runOfDay(20, { one: 105_000, two: 50_010, fresh: 7000 });

test('suspects what got slower than its level, and only that', () => {
  const gate = gateOf([...steadyDays, slower], unknownNoise);
  expect(gate).toMatchObject({
    sha: slower.run.commit.sha,
    before: steadyDays.at(-1)!.run.commit.sha,
    judged: 2,
  });
  expect(gate!.suspects.map(({ id }) => id)).toEqual(['reduce/one/n=1024,f32']);
  expect(gate!.suspects[0]!.effect).toBeCloseTo(0.05, 2);
  expect(gateOf([...steadyDays, runOfDay(20, { one: 95_000, two: 50_000 })], unknownNoise)!.suspects).toEqual(
    [],
  );
});

test('says of how many suspects nobody knows the noise between launches', () => {
  const runs = [...steadyDays, slower];
  expect(gateOf(runs, unknownNoise)!.unlaunched).toBe(1);
  expect(gateOf(runs, () => ({ sigma0: 0.003, launches: 10 }))!.unlaunched).toBe(0);
});

test('takes further runs of the newest commit for launches of it', () => {
  const again = { ...slower, run: { ...slower.run, id: 'again' }, results: [sampleResult('one', 100_000)] };
  const [once, twice] = [[slower], [again, slower]].map((own) =>
    gateOf([...steadyDays, ...own], unknownNoise)!,
  );
  expect(once!.suspects[0]!.effect).toBeCloseTo(0.05, 3);
  expect(twice!.suspects[0]?.effect ?? 0.0247).toBeCloseTo(0.0247, 3);
});

test('takes a copy of a run for that run, and no second launch', () => {
  const copied = [...steadyDays.flatMap((run) => [run, run]), slower, slower];
  expect(gateOf(copied, unknownNoise)).toEqual(gateOf([...steadyDays, slower], unknownNoise));
});

/** The runs with a peer's row beside the rungs: its time and its version. */
const withPeer = (runs: readonly Run[], ns: number, version?: string): readonly Run[] =>
  runs.map((run) => ({ ...run, results: [...run.results, samplePeer('torch', ns, version)] }));

test('suspects no peer of anything, however much slower it is, and does not count it among the tests', () => {
  const steady = runOfDay(20, { one: 100_000, two: 50_000 });
  const gate = gateOf([...withPeer(steadyDays, 10_000), ...withPeer([steady], 90_000)], unknownNoise);
  expect(gate).toMatchObject({ judged: 2, suspects: [], peers: [] });
});

test('names the peers that are others than before, each once', () => {
  const newest = withPeer([runOfDay(20, { one: 100_000 })], 10_000, '2.12');
  expect(gateOf([...withPeer(steadyDays, 10_000), ...newest], unknownNoise)?.peers).toEqual([
    { row: 'reduce/torch', changed: ['version 2.11 → 2.12'] },
  ]);
  expect(gateOf([...steadyDays, ...newest], unknownNoise)?.peers).toEqual([]);
});

/** A run on a machine that has lost its torch. */
function runWithoutPeer(day: number): Run {
  const run = runOfDay(day, { one: 100_000 });
  const {
    timing: _,
    metrics: __,
    check: ___,
    samplesNs: ____,
    ...peer
  } = samplePeer('torch', 1, 'not found');
  const reason = { code: 'not-applicable', message: 'python3 has no torch' };
  const absent: Result = { ...peer, status: 'skipped', reason };
  return { ...run, results: [...run.results, absent] };
}

test('a peer that was skipped is none that has changed, and none that the next is held against', () => {
  const known = withPeer(steadyDays, 10_000);
  expect(gateOf([...known, runWithoutPeer(20)], unknownNoise)?.peers).toEqual([]);
  const back = withPeer([runOfDay(21, { one: 100_000 })], 10_000);
  expect(gateOf([...known, runWithoutPeer(20), ...back], unknownNoise)?.peers).toEqual([]);
});

const asked = (run: Run): Run => ({
  ...run,
  results: run.results.map((result) => ({ ...result, unlisted: true as const })),
});

test('leaves out cases that no family lists, recorded or not', () => {
  const gate = gateOf([...steadyDays, slower].map(asked), unknownNoise);
  expect(gate).toMatchObject({ judged: 0, suspects: [] });
});

test('compares with the level that is in force, not with the one before', () => {
  const later = wiggle.map((off, at) => runOfDay(at + 30, { one: 120_000 + 100 * off }));
  const gate = (ns: number) => gateOf([...steadyDays, ...later, runOfDay(60, { one: ns })], unknownNoise)!;
  expect(gate(120_000).suspects).toEqual([]);
  expect(gate(127_000).suspects).toHaveLength(1);
});

test('judges no timing of a session whose rulers moved, and says why', () => {
  const results = slower.results.map((result) => ({ ...result, comparable: false }));
  const sessions = [{ rulers: [], stable: false, reasons: ['throttle:fma +9.0 %'] }];
  const gate = gateOf([...steadyDays, { ...slower, results, sessions }], unknownNoise);
  expect(gate).toMatchObject({ judged: 0, suspects: [], withheld: ['throttle:fma +9.0 %'] });
});

test('never mixes machines', () => {
  const elsewhere = { ...slower, machine: { ...slower.machine, key: 'other-gpu-01234567' } };
  expect(() => gateOf([...steadyDays, elsewhere], unknownNoise)).toThrow('the gate judges one machine');
  expect(gateOf([], unknownNoise)).toBeNull();
});

const cardIds = (cards: readonly number[]) => cards.map((card) => String(card).repeat(16));
const onCards = (runs: readonly Run[], cardOf: (at: number) => number | undefined) =>
  runs.map((run, at) => {
    const card = cardOf(at);
    return card === undefined ? run : onCard(run, card);
  });
/** What the gate says of the slower commit on a card, after days on other cards. */
const cardsOfSuspect = (cardOf: (at: number) => number | undefined, newest: number | undefined) => {
  const [own] = onCards([slower], () => newest);
  return gateOf([...onCards(steadyDays, cardOf), own!], unknownNoise)!.suspects.map(({ cards }) => cards);
};

test.for([
  ['every day on another card', () => 1],
  ['some days on another card, the others unknown', (at: number) => (at % 3 === 0 ? 1 : undefined)],
  ['nearly every day on another card', (at: number) => (at === 5 ? 2 : 1)],
] as const)('names the cards of a suspect after %s', ([, cardOf]) => {
  expect(cardsOfSuspect(cardOf, 2)).toEqual([{ before: cardIds([1]), now: cardIds([2]) }]);
});

test.for([
  ['the same card', () => 1, 1],
  ['cards that nobody knows', () => undefined, 1],
  ['a card, the newest on one that nobody knows', () => 1, undefined],
  ['two cards, both faster than the newest', (at: number) => 1 + (at % 2), 1],
] as const)('a suspect after days on %s is what it always was', ([, cardOf, newest]) => {
  expect(cardsOfSuspect(cardOf, newest)).toEqual([undefined]);
});
