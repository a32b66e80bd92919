import { expect, test } from 'vitest';
import { readTopology } from '../scripts/files.ts';
import { networkOf } from './network.ts';
import { predict } from './predict.ts';
import { simulateCall } from './simulate-call.ts';
import { clustered, switched } from './testing.ts';

const mebi = 2 ** 20;

test('no call takes less than the hosts need to issue it', () => {
  expect(simulateCall(4, { network: switched(8), ranks: 8, algorithm: 'ring' })).toBe(20 + 3 * 5);
  expect(simulateCall(mebi, { network: switched(8), ranks: 1, algorithm: 'ring' })).toBe(20);
});

test.for(['ring', 'halving-doubling', 'direct'] as const)(
  '%s of a large message on one switch takes what the closed form says, but for what it hides of the sums',
  (algorithm) => {
    const question = { network: switched(8), ranks: 8, algorithm };
    const { timeUs } = predict(64 * mebi, question);
    const simulatedUs = simulateCall(64 * mebi, question);
    expect(simulatedUs).toBeGreaterThanOrEqual(timeUs * (1 - 1e-9));
    // Combining at 1000 GB/s beside links of 300.
    expect(simulatedUs).toBeLessThan(timeUs * 1.35);
  },
);

test('takes the fastest protocol', () => {
  const network = networkOf(readTopology('h200-nvswitch-8'));
  const [slow] = network.protocols;
  const only = { ...network, protocols: [slow!] };
  const of = (one: typeof network) => simulateCall(64 * mebi, { network: one, ranks: 8, algorithm: 'ring' });
  expect(of(network)).toBeLessThan(0.7 * of(only));
});

const overAdapters = (adapters: number) =>
  simulateCall(64 * mebi, { network: clustered(4, 8, adapters), ranks: 32, algorithm: 'halving-doubling' });

test('messages that meet in one adapter wait for one another', () => {
  expect(overAdapters(1)).toBeGreaterThan(3 * overAdapters(8));
});

test('refuses ranks that the machine has no room for', () => {
  expect(() => simulateCall(4, { network: switched(8), ranks: 9, algorithm: 'ring' })).toThrow(
    /1 to 8 here, not 9/,
  );
});
