import { describe, expect, test } from 'vitest';
import { phasesOf } from './algorithms.ts';
import { place } from './network.ts';
import type { Network } from './network.ts';
import { phasesUs } from './phases.ts';
import { algorithms, closedForm, schedules } from './schedules/index.ts';
import type { Algorithm } from './schedules/index.ts';
import { simulate } from './simulate.ts';
import { clustered, switched } from './testing.ts';

function times(algorithm: Algorithm, network: Network, ranks: number) {
  const elements = 2 ** 18 * ranks;
  const placement = place(network, ranks);
  const schedule = schedules[algorithm]({ ranks, elements, nodes: placement.nodes });
  const phases = phasesOf(algorithm, 4 * elements, placement);
  const striped = phases.some((phase) => phase.striped);
  return {
    simulation: simulate(schedule, network, 4, { striped }),
    alone: phasesUs(phases, network, { reduction: 'sequential', contention: 'ignored' }),
    counted: phasesUs(phases, network, { reduction: 'sequential', contention: 'counted' }),
    elements,
  };
}

describe.for(algorithms.map((algorithm) => ({ algorithm })))('$algorithm', ({ algorithm }) => {
  test.for([1, 2, 4, 8, 12, 16, 32])('agrees with its closed form on a switch of %d ranks', (ranks) => {
    const { simulation, alone } = times(algorithm, switched(ranks), ranks);
    expect(simulation.moveUs).toBeCloseTo(alone, 6);
  });

  test.for([2, 4, 8, 16])('agrees with its closed form on %d nodes of one rank', (nodes) => {
    const { simulation, alone } = times(algorithm, clustered(nodes, 1, 1), nodes);
    expect(simulation.moveUs).toBeCloseTo(alone, 6);
  });

  test('sends what the schedule says', () => {
    const { simulation, elements } = times(algorithm, switched(8), 8);
    expect(simulation.sentBytes).toBe(4 * closedForm(algorithm, { ranks: 8, elements }).sentElements);
  });
});

test('a tree over ranks that are no power of two ends before a closed form that waits for every level', () => {
  const { simulation, alone } = times('tree', switched(7), 7);
  expect(simulation.moveUs).toBeLessThan(alone);
  expect(simulation.moveUs).toBeGreaterThan(0.9 * alone);
});

test.for([
  { algorithm: 'halving-doubling', factor: 2 },
  { algorithm: 'hierarchical', factor: 2 },
  { algorithm: 'two-shot', factor: 6 },
] as const)('$algorithm: eight ranks that share an adapter meet in it', ({ algorithm, factor }) => {
  const { simulation, alone, counted } = times(algorithm, clustered(4, 8, 1), 32);
  expect(simulation.moveUs).toBeGreaterThan(factor * alone);
  // Counting assumes that a step waits for the slowest; played out, early ranks run ahead.
  expect(Math.abs(simulation.moveUs / counted - 1)).toBeLessThan(0.03);
});

test.for([1, 2, 8].flatMap((adapters) => [16, 24, 32].map((ranks) => ({ adapters, ranks }))))(
  '$ranks ranks with $adapters adapters a node: within 10 % of what is counted',
  ({ adapters, ranks }) => {
    for (const algorithm of algorithms) {
      const { simulation, counted } = times(algorithm, clustered(ranks / 8, 8, adapters), ranks);
      const [least, most] = boundsOf(algorithm, adapters, ranks);
      const ratio = simulation.moveUs / counted;
      expect({ algorithm, ratio, isWithin: ratio > least && ratio < most }).toMatchObject({ isWithin: true });
    }
  },
);

// Where counting is known to be coarser.
function boundsOf(algorithm: Algorithm, adapters: number, ranks: number): readonly [number, number] {
  // A ring's steps overlap: while one message is between nodes, those inside are ahead of it.
  if (algorithm === 'ring' && adapters < 8) return [0.85, 1];
  // Ranks that fold shift the others, so that of a level that counts as one between nodes only some messages are.
  if (algorithm === 'halving-doubling' && ranks === 24 && adapters < 8) return [0.7, 1];
  // The two trees of three nodes meet in the one adapter of the middle.
  if (algorithm === 'double-tree' && ranks === 24 && adapters === 1) return [1, 1.3];
  return [0.9, 1.1];
}

// Nodes of one rank; each message takes 1 ms of both adapters: rank 0 receives two, none before its sender is rid of another.
test('a message waits for both ends', () => {
  const network = clustered(5, 1, 1);
  const inter = { latencyUs: 0, messageUs: 0, bandwidthGBps: 1, adaptersPerNode: 1 };
  const ends = [
    [1, 3],
    [2, 4],
    [1, 0],
    [2, 0],
  ] as const;
  const schedule = {
    ranks: 5,
    elements: 1e6,
    stepCount: 1,
    step: () => ends.map(([from, to]) => ({ from, to, offset: 0, count: 1e6, action: 'copy' as const })),
  };
  expect(simulate(schedule, { ...network, inter }, 1).moveUs).toBeCloseTo(3000, 6);
});

test('ranks that do not fill their nodes can be simulated, though not counted', () => {
  const network = clustered(2, 8, 8);
  expect(simulate(schedules.ring({ ranks: 9, elements: 900 }), network, 4).transfers).toBe(16 * 9);
  expect(() => simulate(schedules.ring({ ranks: 17, elements: 900 }), network, 4)).toThrow(
    '1 to 16 here, not 17',
  );
});

test.for([
  { where: 'on one switch', network: switched(1024), tolerance: 1e-9 },
  { where: 'on 128 nodes of 8', network: clustered(128, 8, 8), tolerance: 0.01 },
])('a ring of 1024 ranks $where takes what its closed form says', ({ network, tolerance }) => {
  const { simulation, counted, elements } = times('ring', network, 1024);
  expect(simulation).toMatchObject({ transfers: 2 * 1023 * 1024, sentBytes: 4 * 2 * 1023 * elements });
  expect(Math.abs(simulation.moveUs / counted - 1)).toBeLessThan(tolerance);
});

test('with an adapter for each rank they do not', () => {
  const { simulation, alone } = times('halving-doubling', clustered(4, 8, 8), 32);
  expect(simulation.moveUs).toBeCloseTo(alone, 6);
});

test('ranks behind one PCIe root share it', () => {
  const network = switched(8);
  const box = { ...network, intra: { ...network.intra, sharedGBps: 600 } };
  const { simulation, alone } = times('ring', box, 8);
  expect(simulation.moveUs).toBeGreaterThan(2 * alone);
});

test('no bytes leave a node but those between nodes', () => {
  const { simulation, elements } = times('hierarchical', clustered(4, 8, 8), 32);
  // The allreduce of eight shards, each 2(k − 1) times over k = 4 nodes.
  expect(simulation.interBytes).toBe(6 * 4 * elements);
});
