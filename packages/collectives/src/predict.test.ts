import { expect, test } from 'vitest';
import { algorithmNames, predict } from './predict.ts';
import { clustered, switched } from './testing.ts';

const sizes = [0, 1, 1024, 2 ** 20, 2 ** 26, 2 ** 30];
const machines = [
  { where: 'a switch', network: switched(8), ranks: 8 },
  { where: 'half a switch', network: switched(8), ranks: 5 },
  { where: 'two nodes', network: clustered(2, 8, 1), ranks: 16 },
  { where: 'a cluster', network: clustered(16, 8, 8), ranks: 128 },
];

test.for(machines)('on $where no prediction beats the busiest link', ({ network, ranks }) => {
  const { intra, inter, nodes } = network;
  const ceiling =
    nodes > 1 && inter
      ? Math.max(intra.bandwidthGBps, inter.bandwidthGBps * inter.adaptersPerNode)
      : intra.bandwidthGBps;
  for (const algorithm of algorithmNames) {
    for (const bytes of sizes) {
      const { timeUs, algbwGBps, busbwGBps } = predict(bytes, { network, ranks, algorithm });
      expect(busbwGBps).toBeLessThanOrEqual(ceiling);
      expect(algbwGBps).toBeCloseTo(bytes / timeUs / 1e3, 9);
      expect(busbwGBps).toBeCloseTo((algbwGBps * 2 * (ranks - 1)) / ranks, 9);
    }
  }
});

test.for(machines)(
  'on $where auto is the fastest, and more bytes never take less time',
  ({ network, ranks }) => {
    for (const algorithm of algorithmNames) {
      const times = sizes.map((bytes) => predict(bytes, { network, ranks, algorithm }).timeUs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      const fastest = sizes.map((bytes) => predict(bytes, { network, ranks, algorithm: 'auto' }).timeUs);
      fastest.forEach((time, index) => expect(time).toBeLessThanOrEqual(times[index]!));
    }
  },
);

test('a ring is the α-β formula and the last chunk’s copy', () => {
  const bytes = 8 * 2 ** 20;
  const { timeUs } = predict(bytes, { network: switched(8), ranks: 8, algorithm: 'ring' });
  expect(timeUs).toBeCloseTo(10 + 14 * (1 + bytes / 8 / 300e3) + bytes / 8 / 1e6, 9);
});

test('the chain fills chunk by chunk, then runs at half the link: the message goes up and comes down', () => {
  const [a, b] = [2 ** 28, 2 ** 29].map(
    (bytes) => predict(bytes, { network: switched(8), ranks: 8, algorithm: 'tree' }).timeUs,
  );
  expect(b! - a!).toBeCloseTo((2 * 2 ** 28) / 300e3, 6);
  expect(a! - (2 * 2 ** 28) / 300e3).toBeCloseTo(10 + 14 + (13 * 2 ** 20) / 300e3 + 2 ** 20 / 1e6, 6);
});

test('one rank has nothing to send', () => {
  const row = predict(2 ** 20, { network: switched(8), ranks: 1, algorithm: 'auto' });
  expect(row).toMatchObject({ timeUs: 20, busbwGBps: 0 });
});

test('refuses ranks that the topology does not have', () => {
  expect(() => predict(1, { network: switched(8), ranks: 9, algorithm: 'ring' })).toThrow(
    '1 to 8 on this topology, not 9',
  );
});
