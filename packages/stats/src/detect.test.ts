import { expect, test } from 'vitest';
import { createRandom, detect, normal } from './index.ts';

function series(count: number, level: (at: number) => number, sigma = 0.01): readonly number[] {
  const random = createRandom(count);
  return Array.from({ length: count }, (_, at) => 1e5 * level(at) * Math.exp(sigma * normal(random)));
}

const slower = series(60, (at) => (at >= 40 ? 1.06 : 1));

function judge(values: readonly number[]) {
  return detect({ values, direction: 'lower' });
}

test('finds a step with its place, size and interval', () => {
  const { changes, segments } = detect({ values: slower, direction: 'lower', id: 'a' });
  expect(changes).toHaveLength(1);
  const [change] = changes;
  expect(change).toMatchObject({ index: 40, direction: 'regressed', sameKernelHash: null });
  expect(change!.locationLow).toBeLessThanOrEqual(40);
  expect(change!.locationHigh).toBeGreaterThanOrEqual(40);
  expect(change!.ciLow).toBeLessThan(0.06);
  expect(change!.ciHigh).toBeGreaterThan(0.06);
  expect(change!.p).toBeLessThan(0.01);
  expect(segments.map(({ start, end }) => [start, end])).toEqual([
    [0, 40],
    [40, 60],
  ]);
});

test('mirrors with direction, and does not depend on the unit', () => {
  const base = detect({ values: slower, direction: 'lower', id: 'a' }).changes[0]!;
  const rate = detect({ values: slower, direction: 'higher', id: 'a' }).changes[0]!;
  expect(rate).toEqual({ ...base, direction: 'improved' });
  const inSeconds = slower.map((value) => value / 1e9);
  const scaled = detect({ values: inSeconds, direction: 'lower', id: 'a' }).changes[0]!;
  expect(scaled.index).toBe(base.index);
  expect(scaled.effect).toBeCloseTo(base.effect, 9);
  expect(scaled.p).toBe(base.p);
});

test.for([20, 28, 60, 100])('two slow runs after %i others are no change', (count) => {
  const quiet = series(count, () => 1, 0.0005);
  expect(judge([...quiet, 105_000, 105_000]).changes).toEqual([]);
  expect(judge([...quiet, 105_000, 100_000, 105_000]).changes).toEqual([]);
  expect(judge([...quiet, 105_000, 105_000, 105_000]).changes).toMatchObject([{ index: count }]);
});

test('gives the same answer twice', () => {
  expect(detect({ values: slower, direction: 'lower', id: 'a' })).toEqual(
    detect({ values: slower, direction: 'lower', id: 'a' }),
  );
});

test('says whether the code could have made the change', () => {
  const hashes = (from: number) => slower.map((_, at) => (at >= from ? 'new' : 'old'));
  const judged = (kernelHashes: readonly (string | null)[]) =>
    detect({ values: slower, direction: 'lower', kernelHashes }).changes.map((each) => each.sameKernelHash);
  expect(judged(hashes(40))).toEqual([false]);
  expect(judged(hashes(20))).toEqual([true]);
  expect(judged(slower.map(() => null))).toEqual([null]);
});

test('remembers that a regression was only half repaired', () => {
  const values = series(70, (at) => (at < 30 ? 1 : at < 50 ? 1.2 : 1.1));
  const { changes, anchor } = detect({ values, direction: 'lower' });
  expect(changes.map(({ direction }) => direction)).toEqual(['regressed', 'improved']);
  expect(anchor!.best).toMatchObject({ start: 0, end: 30 });
  expect(anchor!.effect).toBeCloseTo(0.1, 1);
});

test('notes a creeping level that no step explains', () => {
  const values = series(100, (at) => 1 + 0.0003 * at);
  const { changes, drift } = detect({ values, direction: 'lower' });
  expect(changes).toEqual([]);
  expect(drift!.effect).toBeGreaterThan(0.02);
});

test('leaves spikes, equal values and series too short alone', () => {
  const spiky = slower.slice(0, 40).map((value, at) => (at % 13 === 5 ? value * 1.3 : value));
  expect(detect({ values: spiky, direction: 'lower' }).changes).toEqual([]);
  expect(detect({ values: Array.from({ length: 50 }, () => 7), direction: 'lower' }).changes).toEqual([]);
  expect(detect({ values: [1, 2, 3, 4, 5], direction: 'lower' }).changes).toEqual([]);
  expect(detect({ values: [3], direction: 'lower' }).segments).toEqual([{ start: 0, end: 1, level: 3 }]);
});

test('finds a step in a short noiseless series', () => {
  const values = [...Array.from({ length: 6 }, () => 100), ...Array.from({ length: 5 }, () => 104)];
  expect(detect({ values, direction: 'lower' }).changes.map(({ index }) => index)).toEqual([6]);
});

test('names the value that it cannot judge', () => {
  expect(() => judge([1, 2, 0])).toThrow('values[2] is 0');
  expect(() => judge([1, Number.NaN])).toThrow('values[1] is NaN');
  expect(() => judge([])).toThrow('values is empty');
  expect(() => detect({ values: [1], direction: 'lower', sigma0: -1 })).toThrow('sigma0 is -1');
  expect(() => detect({ values: [1], direction: 'lower', kernelHashes: [] })).toThrow('0 kernelHashes for 1');
});
