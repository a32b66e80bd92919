import { expect, test } from 'vitest';
import {
  falseDiscoveryRates,
  gate,
  judgeBlocks,
  minimumDetectableEffect,
  rulerReasons,
  runNoise,
} from './index.ts';

const wiggle = [1, 1.004, 0.997, 1.002, 0.999, 1.003, 0.996, 1.001, 0.998, 1];

function blocks(effect: number, count: number) {
  return wiggle.slice(0, count).map((noise) => ({ base: 1000, head: 1000 * (1 + effect) * noise }));
}

test.for([
  [0.03, 'lower', 'REGRESSED'],
  [0.03, 'higher', 'IMPROVED'],
  [-0.03, 'lower', 'IMPROVED'],
  [0, 'lower', 'SAME'],
] as const)('judges blocks with an effect of %f where %s is better: %s', ([effect, direction, verdict]) => {
  expect(judgeBlocks(blocks(effect, 4), { direction })).toMatchObject({ verdict, needMoreBlocks: 0 });
});

test('asks for blocks until the limit, then says so', () => {
  const loud = [1.06, 0.95, 1.05, 0.96, 1.07, 0.94, 1.03, 0.97, 1.05, 0.96, 1.04, 0.98].map((ratio) => ({
    base: 1000,
    head: 1000 * ratio,
  }));
  const needed = loud.map(
    (_, at) => judgeBlocks(loud.slice(0, at + 1), { direction: 'lower' }).needMoreBlocks,
  );
  expect(needed).toEqual([3, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 0]);
  const { verdict, reasons } = judgeBlocks(loud, { direction: 'lower' });
  expect([verdict, ...reasons]).toEqual(['UNDECIDED', 'wide-interval', 'block-limit']);
  expect(judgeBlocks([], { direction: 'lower' })).toMatchObject({
    reasons: ['too-few-blocks'],
    needMoreBlocks: 4,
  });
});

test('the gate suspects the slower id alone, and never a faster one', () => {
  const segment = wiggle.map((noise) => 1000 * noise);
  const ids = ['a', 'b', 'c'].map((id) => ({ id, direction: 'lower', segment }) as const);
  const rows = gate([
    { ...ids[0]!, newest: [1001] },
    { ...ids[1]!, newest: [1050] },
    { ...ids[2]!, newest: [940] },
  ]);
  expect(rows.map(({ id, isSuspect }) => [id, isSuspect])).toEqual([
    ['b', true],
    ['a', false],
    ['c', false],
  ]);
  expect(rows[0]!.effect).toBeCloseTo(0.05, 2);
});

test('corrects p-values as Benjamini and Hochberg do', () => {
  // Their own example of 1995, section 3.2: the four smallest of fifteen are rejected at 0.05.
  const p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324];
  const q = falseDiscoveryRates([...p, 0.4262, 0.5719, 0.6528, 0.759, 1]);
  expect(q.filter((rate) => rate <= 0.05)).toHaveLength(4);
  expect(q[3]).toBeCloseTo((0.0095 * 15) / 4, 12);
});

test('knows the noise of launches and what it hides', () => {
  const noise = runNoise(wiggle);
  expect(noise.sigma).toBeCloseTo(0.0026, 4);
  expect(noise.isSpiky).toBe(false);
  expect(noise.gateEffect).toBe(0.02);
  expect(runNoise([...wiggle.slice(1), 1.2]).isSpiky).toBe(true);
  const loud = { sigma: 0.02, launches: 10 };
  const few = minimumDetectableEffect(loud, { base: 20, head: 1 });
  expect(few).toBeGreaterThan(minimumDetectableEffect(loud, { base: 20, head: 4 }));
  expect(few).toBeLessThan(minimumDetectableEffect(loud, { base: 1, head: 1 }));
  expect(() => runNoise([5])).toThrow('1 launch has no noise');
});

test('rulers tell drift from a throttle in between', () => {
  const steady = { copy: 100, fma: 50 };
  expect(rulerReasons([steady, { copy: 102, fma: 50 }, { copy: 101, fma: 51 }])).toEqual([]);
  expect(rulerReasons([steady, { copy: 107.1, fma: 50 }])).toEqual(['drift:copy +7.1 %']);
  expect(rulerReasons([steady, { copy: 100, fma: 55 }, steady])).toEqual(['throttle:fma +10.0 %']);
  expect(() => rulerReasons([steady, { copy: 100 }])).toThrow('ruler fma took undefined');
});
