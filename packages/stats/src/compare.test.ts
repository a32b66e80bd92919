// Two runs side by side, and the newest commit against its history: what is flagged, and what noise alone does.
import { expect, test } from 'vitest';
import { compareRuns, createRandom, gate, mean, meanRatio, normal } from './index.ts';
import type { RandomBits } from './index.ts';

const seeds = Array.from({ length: 1000 }, (_, seed) => seed);

/** A median of 1000 µs, made `slowdown` longer, on a machine whose launches differ by 2 %. */
function launchOf(random: RandomBits, slowdown: number): number {
  return 1000 * (1 + slowdown) * Math.exp(0.02 * normal(random));
}

/** Two runs, with and without A/A launches that know the noise. */
function compared(slowdown: number, noise: { readonly sigma0?: number }) {
  return seeds.map((seed) => {
    const random = createRandom(seed);
    const [base, head] = [0, slowdown].map((by) => ({ medians: [launchOf(random, by)] }));
    return compareRuns({ base: base!, head: head!, direction: 'lower', ...noise }).verdict;
  });
}

/** The newest commit of an id after twenty runs of the same speed. */
function gated(slowdown: number): readonly boolean[] {
  return seeds.map((seed) => {
    const random = createRandom(seed);
    const segment = Array.from({ length: 20 }, () => launchOf(random, 0));
    const newest = [launchOf(random, slowdown)];
    return gate([{ id: 'a', direction: 'lower', segment, newest }])[0]!.isSuspect;
  });
}

const share = <T>(found: readonly T[], wanted: T) =>
  found.filter((one) => one === wanted).length / found.length;

const noises = [
  ['the noise of A/A launches', { sigma0: 0.02 }],
  ['no A/A launches', {}],
] as const;

test.for(noises)('a slowdown of 20 % is flagged, given %s', ([, noise]) => {
  expect(share(compared(0.2, noise), 'REGRESSED')).toBeGreaterThan(0.98);
});

test.for(noises)('noise of 2 % is not flagged, given %s', ([, noise]) => {
  const verdicts = compared(0, noise);
  expect(share(verdicts, 'REGRESSED')).toBeLessThanOrEqual(0.01);
  expect(share(verdicts, 'IMPROVED')).toBeLessThanOrEqual(0.01);
});

test.for([-0.1, -0.06, 0, 0.06, 0.1])(
  'a change of %d is called from the least effect on that it names',
  (by) => {
    for (const noise of [{ sigma0: 0.005, launches: 10 }, { sigma0: 0.02 }, {}])
      for (const seed of seeds.slice(0, 200)) {
        const random = createRandom(seed);
        const [base, head] = [0, by].map((change) => ({ medians: [launchOf(random, change)] }));
        const said = compareRuns({ base: base!, head: head!, direction: 'lower', ...noise });
        const isCalled = said.verdict === 'REGRESSED' || said.verdict === 'IMPROVED';
        expect([seed, Math.abs(said.effect) >= said.leastEffect]).toEqual([seed, isCalled]);
      }
  },
);

test('the gate suspects a newest commit that is 20 % slower, and only one in a hundred on noise of 2 %', () => {
  expect(share(gated(0.2), true)).toBeGreaterThan(0.98);
  expect(share(gated(0), true)).toBeLessThanOrEqual(0.01);
});

test('among 40 ids of a run the gate suspects the one that is 20 % slower, and of noise of 2 % hardly any', () => {
  const falseShares: number[] = [];
  let found = 0;
  for (const seed of seeds.slice(0, 100)) {
    const random = createRandom(seed);
    const rows = gate(
      Array.from({ length: 40 }, (_, id) => ({
        id: String(id),
        direction: 'lower',
        segment: Array.from({ length: 20 }, () => launchOf(random, 0)),
        newest: [launchOf(random, id === 7 ? 0.2 : 0)],
      })),
    );
    const suspects = rows.filter(({ isSuspect }) => isSuspect).map(({ id }) => id);
    found += Number(suspects.includes('7'));
    falseShares.push(1 - share(suspects, '7'));
  }
  expect(found).toBeGreaterThanOrEqual(98);
  // What Benjamini and Hochberg's procedure bounds is the mean of these shares.
  expect(mean(falseShares)).toBeLessThanOrEqual(0.05);
});

test('a rate that falls by a fifth is flagged as a time that grows by 20 %', () => {
  const sides = { base: { medians: [100] }, head: { medians: [80] } };
  expect(compareRuns({ ...sides, direction: 'higher', sigma0: 0.02 }).verdict).toBe('REGRESSED');
  expect(compareRuns({ ...sides, direction: 'lower', sigma0: 0.02 }).verdict).toBe('IMPROVED');
});

test('compares two launches by the noise between launches, not within', () => {
  const sides = { base: { medians: [1000] }, head: { medians: [1030] }, direction: 'lower' } as const;
  expect(compareRuns({ ...sides, sigma0: 0.002, launches: 10 }).verdict).toBe('REGRESSED');
  expect(compareRuns({ ...sides, sigma0: 0.02, launches: 10 }).verdict).toBe('UNDECIDED');
  expect(compareRuns(sides).reasons).toEqual(['wide-interval', 'default-noise']);
});

test('a geometric mean does not care which run is the base', () => {
  const pairs = [
    { base: 100, head: 110 },
    { base: 200, head: 190 },
    { base: 300, head: 305 },
  ];
  const { ratio, ciLow, ciHigh } = meanRatio(pairs);
  const mirrored = meanRatio(pairs.map(({ base, head }) => ({ base: head, head: base })));
  expect(ratio * mirrored.ratio).toBeCloseTo(1, 12);
  expect(ciLow * mirrored.ciHigh).toBeCloseTo(1, 12);
  expect(ciLow).toBeLessThan(ratio);
  expect(ciHigh).toBeGreaterThan(ratio);
});
