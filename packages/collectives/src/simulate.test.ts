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
  return {
    simulation: simulate(schedule, network, 4),
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
  expect(simulation.moveUs).toBeGreaterThan(0.85 * alone);
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
