import { describe, expect, test } from 'vitest';
import { readTopology, readTopologyFile, topologyFiles } from '../scripts/files.ts';
import { networkOf, place, rankFault } from './network.ts';
import type { Network, Protocol } from './network.ts';
import { algorithmNames, hostUs, ncclAlgorithms, predict } from './predict.ts';
import { clustered, switched } from './testing.ts';

// Quarter octaves from 1 KiB to 4 GiB.
const sizes = [0, 1, ...Array.from({ length: 89 }, (_, index) => Math.round(2 ** (10 + index / 4)))];
const machines = [
  { where: 'a switch', network: switched(8) },
  { where: 'nodes that share an adapter', network: clustered(3, 8, 1) },
  { where: 'nodes with an adapter for each rank', network: clustered(16, 8, 8) },
  ...topologyFiles()
    .map((file) => readTopologyFile(file))
    .map((topology) => ({
      where: topology.name,
      network: networkOf(topology),
    })),
];

// And both sides of every switch between protocols.
function sizesAround({ protocols }: Network, ranks: number): readonly number[] {
  const ends = protocols.map(({ upToBytesPerHop }) => upToBytesPerHop * Math.max(1, ranks - 1));
  const both = ends.filter(Number.isFinite).flatMap((end) => [end, end + 1]);
  return [...sizes, ...both].toSorted((a, b) => a - b);
}

function rankCounts(network: Network): readonly number[] {
  const all = Array.from({ length: network.nodes * network.ranksPerNode }, (_, index) => index + 1);
  return all.filter((ranks) => rankFault(network, ranks) === null);
}

// What no allreduce over links alone gets around (Patarasuk & Yuan 2009): some part, a rank or a node, sends 2(k − 1)/k of
// the message when there are k of them; and 2(n − 1) messages cross the fabric of a node in all.
function leastUs(bytes: number, network: Network, ranks: number): number {
  const { nodes } = place(network, ranks);
  const { bandwidthGBps, sharedGBps } = network.intra;
  const shareOf = (parts: number) => (2 * (parts - 1) * bytes) / parts / 1e3;
  if (nodes === 1) return Math.max(shareOf(ranks) / bandwidthGBps, (shareOf(ranks) * ranks) / sharedGBps);
  return shareOf(nodes) / (network.inter!.bandwidthGBps * network.inter!.adaptersPerNode);
}

describe.for(machines)('on $where, for every number of ranks', ({ network }) => {
  test('no prediction beats what must leave a rank or a node', () => {
    for (const ranks of rankCounts(network)) {
      for (const bytes of sizes) {
        const row = predict(bytes, { network, ranks, algorithm: 'auto' });
        expect(row.timeUs).toBeGreaterThanOrEqual(leastUs(bytes, network, ranks) * (1 - 1e-12));
        expect(row.algbwGBps).toBeCloseTo(bytes / row.timeUs / 1e3, 9);
        expect(row.busbwGBps).toBeCloseTo((row.algbwGBps * 2 * (ranks - 1)) / ranks, 9);
      }
    }
  });

  test('more bytes never take less time, and auto is the fastest', () => {
    for (const ranks of rankCounts(network)) {
      const all = sizesAround(network, ranks);
      const table = algorithmNames.map((algorithm) =>
        all.map((bytes) => predict(bytes, { network, ranks, algorithm }).timeUs),
      );
      const falls = table.map((times) => times.findIndex((time, index) => time < (times[index - 1] ?? 0)));
      expect({ ranks, falls }).toEqual({ ranks, falls: algorithmNames.map(() => -1) });
      const least = all.map((_, index) => Math.min(...table.map((times) => times[index]!)));
      expect(table[algorithmNames.indexOf('auto')]).toEqual(least);
    }
  });
});

test('where a switch of protocols is not fitted, every algorithm takes its fastest', () => {
  const both = { ...clustered(2, 8, 8), protocols: twoProtocols() };
  for (const algorithm of algorithmNames) {
    for (const bytes of sizes) {
      const times = both.protocols.map(
        (protocol) =>
          predict(bytes, { network: { ...both, protocols: [protocol] }, ranks: 16, algorithm }).timeUs,
      );
      expect(predict(bytes, { network: both, ranks: 16, algorithm }).timeUs).toBe(Math.min(...times));
    }
  }
});

test('behind the host no protocol is told from another, nor an algorithm', () => {
  const network = networkOf(readTopology('h200-nvswitch-8'));
  expect(predict(1024, { network, ranks: 8, algorithm: 'auto' })).toMatchObject({
    algorithm: 'any',
    protocol: 'any',
  });
  expect(predict(2 ** 30, { network, ranks: 8, algorithm: 'ring' })).toMatchObject({
    algorithm: 'ring',
    protocol: 'Simple',
  });
});

test('the host hides LL, as the topology says of its assumed parameters', () => {
  const network = networkOf(readTopology('h200-nvswitch-8'));
  for (const ranks of [2, 3, 4, 5, 6, 7, 8]) {
    for (const algorithm of ncclAlgorithms) {
      const bytes = network.protocols[0]!.upToBytesPerHop * (ranks - 1);
      expect(predict(bytes, { network, ranks, algorithm }).timeUs).toBe(hostUs(network, ranks));
    }
  }
});

function twoProtocols(): readonly Protocol[] {
  const [only] = switched(8).protocols;
  return [
    { ...only!, name: 'prompt', efficiency: 0.5 },
    { ...only!, name: 'wide', stepUs: 3 },
  ];
}

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
  expect(row).toMatchObject({ timeUs: 20, busbwGBps: 0, algorithm: 'none', protocol: 'none' });
});

test.for([
  { network: switched(8), ranks: 9, says: '1 to 8 here, not 9' },
  { network: switched(8), ranks: 1.5, says: '1 to 8 here, not 1.5' },
  {
    network: clustered(128, 8, 8),
    ranks: 9,
    says: '9 neither fit one node of 8 nor fill whole nodes: take 8 or 16',
  },
])('refuses $ranks ranks: $says', ({ network, ranks, says }) => {
  expect(() => predict(1, { network, ranks, algorithm: 'ring' })).toThrow(says);
});
