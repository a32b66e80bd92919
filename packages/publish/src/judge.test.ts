import type { Run } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { judgeMachine } from './testing-site.ts';
import type { SourcedRun } from './order.ts';
import { onCard, samplePeer, sampleResult, sampleRun } from './testing.ts';

const key = 'test-gpu-vulkan-01234567';
const noise = [3, -2, 1, -4, 2, 0, -1];

/** One run a time, each of a commit of its own, with a little noise that repeats. */
function history(
  times: readonly number[],
  change: (run: Run, index: number) => Run = (run) => run,
): SourcedRun[] {
  return times.map((ns, index) => {
    const sha = (index + 16).toString(16).repeat(20);
    const results = [sampleResult('naive', ns + (noise[index % noise.length] ?? 0))];
    return { run: change(sampleRun({ id: `run-${index}`, sha, results }), index), local: false };
  });
}

const level = (count: number, ns: number) => Array.from({ length: count }, () => ns);
const known = () => ({ sigma0: 0.003, launches: 10 });

test('names the runs on both sides of a change, its effect on the time and its rate of false discovery', () => {
  const { changes, series } = judgeMachine(key, history([...level(6, 1000), ...level(6, 1100)]));
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatchObject({
    id: 'reduce/naive/n=1024,f32',
    direction: 'regressed',
    before: 5,
    after: 6,
    sameKernelHash: true,
  });
  expect(changes[0]!.effect).toBeCloseTo(0.1, 2);
  expect(series[0]!.segments.map(({ first, last }) => [first, last])).toEqual([
    [0, 5],
    [6, 11],
  ]);
});

const beside = (run: Run): Run => ({
  ...run,
  results: [...run.results, ...['a', 'b', 'c'].map((variant) => sampleResult(variant, 500))],
});

test('counts every quiet id among the tests of the false discovery rate', () => {
  const times = [...level(6, 1000), ...level(6, 1100)];
  const [alone] = judgeMachine(key, history(times)).changes;
  const [among] = judgeMachine(key, history(times, beside)).changes;
  expect(among!.q).toBeCloseTo(4 * alone!.q, 6);
});

test.for([
  ['without A/A', undefined, [4, 4], [3, 4]],
  ['with A/A', known, [3, 3], [3, 2]],
] as const)('%s says how many points a change takes at least', ([, noiseOf, enough, few]) => {
  const judge = ([before, after]: readonly [number, number]) =>
    judgeMachine(key, history([...level(before, 1000), ...level(after, 1500)]), noiseOf);
  expect(judge(enough).changes).toHaveLength(1);
  expect(judge(few).changes).toHaveLength(0);
  const { points, fewestPoints } = judge(enough).series[0]!;
  expect(fewestPoints).toBe(points);
});

const kernels = (hashes: string) => (run: Run, index: number) => ({
  ...run,
  results: run.results.map((result) => ({ ...result, kernelHash: (hashes[index] ?? '0').repeat(16) })),
});

test('puts the latest run beside the best earlier one, with the run since which it stands there', () => {
  const { series } = judgeMachine(key, history([4000, 4100, 7300, 7100], kernels('aabb')));
  expect(series[0]!.move).toEqual({
    best: 0,
    bestNs: 4003,
    since: 2,
    latest: 3,
    latestNs: 7096,
    sameKernelHash: false,
  });
  const faster = judgeMachine(key, history([4000, 4100, 4050, 2000], kernels('aaaa'))).series[0]!.move;
  expect(faster).toMatchObject({ best: 0, since: 3, latest: 3, sameKernelHash: true });
});

test.for([
  ['inside a level', 'a'.repeat(5) + 'b'.repeat(7), false],
  ['between two levels', 'a'.repeat(6) + 'b'.repeat(6), true],
] as const)('tells another kernel %s from noise', ([, hashes, same]) => {
  const times = [...level(6, 1000), ...level(6, 1100)];
  expect(judgeMachine(key, history(times, kernels(hashes))).series[0]!.sameKernelHash).toBe(same);
});

const late = <T extends object>(run: T, index: number, other: T): T => (index < 6 ? run : other);

test('judges no local run, no dirty tree, no failure and nothing that must not be compared', () => {
  const times = [...level(6, 1000), ...level(6, 1500)];
  const dirty = history(times, (run, index) =>
    late(run, index, { ...run, run: { ...run.run, commit: { ...run.run.commit, dirty: true } } }),
  );
  const local = history(times).map((sourced, index) => late(sourced, index, { ...sourced, local: true }));
  const throttled = history(times, (run, index) =>
    late(run, index, { ...run, results: run.results.map((result) => ({ ...result, comparable: false })) }),
  );
  for (const runs of [dirty, local, throttled]) {
    const { changes, series } = judgeMachine(key, runs);
    expect([changes, series.map(({ points }) => points)]).toEqual([[], [6]]);
  }
});

test('suspects the newest commit alone, by all its runs, and only of getting worse', () => {
  const slower = judgeMachine(key, history([...level(8, 1000), 1100]), known);
  expect(slower.newest).toMatchObject({ run: 8, judged: 1, suspects: [{ id: 'reduce/naive/n=1024,f32' }] });
  expect(slower.changes).toEqual([]);
  const faster = judgeMachine(key, history([...level(8, 1000), 900]), known);
  expect(faster.newest?.suspects).toEqual([]);
});

const besidePeer = (run: Run, index: number): Run => ({
  ...run,
  results: [...run.results, samplePeer('torch', index < 6 ? 1000 : 2000)],
});

test('a peer that gets slower is no change of ours, no series, no test among the others and no suspect', () => {
  const runs = level(12, 1000);
  const judged = judgeMachine(key, history(runs, besidePeer), known);
  expect(judged).toEqual(judgeMachine(key, history(runs), known));
});

test('has no newest commit to judge where there is only one', () => {
  expect(judgeMachine(key, history([1000]))).toMatchObject({ series: [], changes: [], newest: null });
});

test('says why timings of the newest commit were withheld, also where that leaves nothing to judge', () => {
  const reason = 'drift: copy +9 %';
  const unsteady = (run: Run): Run => ({
    ...run,
    sessions: [{ rulers: [], stable: false, reasons: [reason] }],
    results: run.results.map((result) => ({ ...result, comparable: false })),
  });
  const { newest } = judgeMachine(
    key,
    history(level(7, 1000), (run, index) => late(run, index, unsteady(run))),
  );
  expect(newest).toEqual({ run: 6, judged: 0, suspects: [], withheld: [reason] });
});

const card = (digits: string) => (run: Run, index: number) => {
  const digit = digits[index] ?? '-';
  return digit === '-' ? run : onCard(run, Number(digit));
};

test.for([
  ['to another card', '111111222222', { before: ['1'.repeat(16)], now: ['2'.repeat(16)] }],
  [
    'to another card, as far as the cards are known',
    '-----12-----',
    { before: ['1'.repeat(16)], now: ['2'.repeat(16)] },
  ],
  ['on one card', '111111111111', undefined],
  ['that one of two cards shows', '121212121212', undefined],
  ['on cards that nobody knows', '------222222', undefined],
] as const)('a change of level %s', ([, cards, expected]) => {
  const times = [...level(6, 1000), ...level(6, 1050)];
  const { changes } = judgeMachine(key, history(times, card(cards)));
  expect(changes.map((change) => change.cards)).toEqual([expected]);
});

test.for([
  ['on another card', '111122222222', { before: ['1'.repeat(16)], now: ['2'.repeat(16)] }],
  ['on the same card', '111111111111', undefined],
] as const)('a level above the best one %s says so', ([, cards, expected]) => {
  const { series } = judgeMachine(key, history([...level(4, 1000), ...level(8, 1050)], card(cards)));
  expect(series[0]!.aboveBest).toBeCloseTo(0.05, 2);
  expect(series[0]!.cards).toEqual(expected);
});
