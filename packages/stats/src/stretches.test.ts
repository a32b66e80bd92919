import { describe, expect, test } from 'vitest';
import { createRandom, detect, detectWithNewest, hashSeed, normal } from './index.ts';
import { logRatios } from './series.ts';
import { findBoundaries } from './stretches.ts';

// Steps of known size at known places, with noise between runs.
function labelled(name: string, count: number, steps: readonly number[], sigma = 0.01) {
  const random = createRandom(hashSeed(name));
  let level = 1e5;
  return Array.from({ length: count }, (_, at) => {
    const step = steps.indexOf(at);
    if (step >= 0) level *= step % 2 === 0 ? 1.08 : 1 / 1.06;
    return level * Math.exp(sigma * normal(random));
  });
}

const rules = { prior: { variance: 0, degrees: 0 }, seed: 1, minimumEffect: 0.02 };
const places = (values: readonly number[], cut?: Parameters<typeof findBoundaries>[2]) =>
  findBoundaries(logRatios(values, values[0] ?? 1), rules, cut).found.map(({ index }) => index);
const looksAt = (count: number) =>
  findBoundaries(logRatios(labelled('long', count, [900]), 1e5), rules).looks.length;
const short = { whole: 0, stretch: 128, shared: 64, settling: 32 };

describe('stretch by stretch', () => {
  test.for([
    { name: 'no change', steps: [] },
    { name: 'one change', steps: [170] },
    { name: 'changes at the ends', steps: [5, 395] },
    { name: 'changes near the cuts', steps: [63, 97, 128, 160, 192, 256, 290] },
    { name: 'a level of few points', steps: [200, 206] },
    { name: 'many levels', steps: [30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330, 360] },
  ])('the boundaries are those of the whole series: $name', ({ name, steps }) => {
    const values = labelled(name, 400, steps);
    const whole = places(values);
    expect(places(values, { cut: short })).toEqual(whole);
    expect(whole).toHaveLength(steps.length);
  });

  test('looks as often as the series is long', () => {
    expect([512, 1200, 2400].map(looksAt)).toEqual([0, 10, 21]);
  });

  test('a beginning judged by the looks of the whole is judged as by itself', () => {
    const values = labelled('grown', 1500, [300, 700, 1100, 1400]);
    const logs = logRatios(values, values[0] ?? 1);
    const { looks } = findBoundaries(logs, rules);
    for (const count of [400, 513, 700, 1123, 1499]) {
      const beginning = logs.slice(0, count);
      expect(findBoundaries(beginning, rules, { looks })).toEqual(findBoundaries(beginning, rules));
    }
  });
});

test.for([300, 1500])(
  'the level before the newest of %i points is that of the series without them',
  (count) => {
    const values = labelled('newest', count, [100, count - 50]);
    const series = { id: 'a', values, direction: 'lower' } as const;
    const { history, before } = detectWithNewest(series, 3);
    expect(history).toEqual(detect(series));
    expect(before).toBe(detect({ ...series, values: values.slice(0, -3) }).segments.at(-1)?.start);
  },
);

test('refuses newest points with none before them', () => {
  expect(() => detectWithNewest({ values: [1, 2], direction: 'lower' }, 2)).toThrow('leave one before them');
});
