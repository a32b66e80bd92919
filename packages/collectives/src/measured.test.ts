// The model beside what was measured: copies of recorded medians, the rate of combining, and which algorithm wins.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readReferences, readTopology } from '../scripts/files.ts';
import { linearStep, machine, measuredReduceGBps, rows } from './measured.ts';
import { networkOf } from './network.ts';
import { predict } from './predict.ts';

interface Recorded {
  readonly results: readonly { readonly id: string; readonly timing?: { readonly medianNs: number } }[];
}

test.for(rows)('$id is as $run recorded it', ({ run, id, medianNs }) => {
  const file = new URL(`../../../dashboard/history/${machine}/${run}.json`, import.meta.url);
  const { results } = JSON.parse(readFileSync(file, 'utf8')) as Recorded;
  expect(results.find((result) => result.id === id)?.timing?.medianNs).toBe(medianNs);
});

test('a backward pass is two measured products a layer', () => {
  expect(linearStep(8)).toEqual({ forwardUs: 3117.056, backwardUs: 6227.968, gradientBytes: 2 ** 27 });
});

const network = networkOf(readTopology('h200-nvswitch-8'));

test('γ of the calibrated topology is within a factor of 1.5 of what the device combines', () => {
  expect(measuredReduceGBps()).toBeCloseTo(1310.9, 0);
  const ratio = network.reduceGBps / measuredReduceGBps();
  expect(Math.max(ratio, 1 / ratio)).toBeLessThan(1.5);
});

// Below this the two are within each other's noise and the model's error.
const clear = 1.25;

const references = readReferences();
const pairs = [2, 8].flatMap((ranks) => {
  const [ring, tree] = (['ring', 'tree'] as const).map((algorithm) =>
    references.find((each) => each.ranks === ranks && each.algorithm === algorithm)!,
  );
  return ring!.rows.flatMap(({ bytes, timeUs }) => {
    const other = tree!.rows.find((row) => row.bytes === bytes);
    return other ? [{ ranks, bytes, ring: timeUs, tree: other.timeUs }] : [];
  });
});
const decided = pairs.filter(({ ring, tree }) => Math.max(ring / tree, tree / ring) > clear);

const winner = (ringOverTree: number) => (ringOverTree === 1 ? 'host' : ringOverTree < 1 ? 'ring' : 'tree');

test('where ring and tree differ by a quarter, the model names the measured winner from 1 MiB on, and the host below', () => {
  const named = decided.map(({ ranks, bytes, ring, tree }) => {
    const [ringUs = 0, treeUs = 0] = (['ring', 'tree'] as const).map(
      (algorithm) => predict(bytes, { network, ranks, algorithm }).timeUs,
    );
    return { ranks, bytes, measured: winner(ring / tree), predicted: winner(ringUs / treeUs) };
  });
  const [large, small] = [true, false].map((isLarge) =>
    named.filter(({ bytes }) => bytes >= 2 ** 20 === isLarge),
  );
  expect([large?.length, small?.length]).toEqual([8, 8]);
  expect(large?.filter(({ measured, predicted }) => measured !== predicted)).toEqual([]);
  // Behind the host's part both take equally long; between processes that part varies by as much as here.
  expect(small?.filter(({ predicted }) => predicted !== 'host')).toEqual([]);
});
