// Where the bandwidth of a working set falls for the last time, the last-level cache is full: held against what the machine's profile says.
import { fileURLToPath } from 'node:url';
import type { Run } from '@kernel-ladder/schema';
import { historyFiles, readRuns, readText } from '@kernel-ladder/schema/node';
import { lastFall } from '@kernel-ladder/stats';
import { expect, test } from 'vitest';
import { timedSets } from './cases/timed-probes.ts';

/** What a set of so many bytes was read at, in GB/s. */
interface Swept {
  readonly bytes: number;
  readonly gbps: number;
}

// As many as the sizes that the curriculum asks for.
const fewest = 12;

const history = fileURLToPath(new URL('../../../dashboard/history/', import.meta.url));
// Most runs have no sweep, and to read one takes longer than to look for it.
const withSweeps = historyFiles(history).filter((file) => readText(file).includes('"memory/sweep/'));
const recorded = latest(
  readRuns(withSweeps).runs.filter((run) => sweepsOf(run).length >= fewest && isHardware(run)),
);

// What a kernel said that is no longer the one here is not held against the profile.
function latest(runs: readonly Run[]): readonly Run[] {
  const ordered = runs.toSorted((a, b) => a.run.startedAt.localeCompare(b.run.startedAt));
  return [...new Map(ordered.map((run) => [run.machine.key, run])).values()];
}

function isHardware({ machine }: Run): boolean {
  return !machine.software && machine.llc !== null;
}

function sweepsOf({ results }: Run): readonly Swept[] {
  return results
    .flatMap(({ family, variant, params, status, work, timing }) => {
      if (family !== 'memory' || variant !== 'sweep' || status !== 'passed' || !timing) return [];
      return [{ bytes: Number(params['bytes']), gbps: work.implBytes / timing.medianNs }];
    })
    .toSorted((a, b) => a.bytes - b.bytes);
}

// Launches of a millisecond are within three per cent of each other, and each of two levels has a plateau and a slope.
const rules = { noise: 0.03, most: 5 };

function kneeBytes(sweeps: readonly Swept[]): number | null {
  const points = sweeps.map(({ bytes, gbps }) => ({ x: Math.log(bytes), y: Math.log(gbps) }));
  const fall = lastFall(points, rules);
  return fall && Math.exp(fall.x);
}

// A set that a cache holds in part hits there with the part that it holds; what it misses comes at the rate of the next level.
function modelled(caches: readonly { readonly bytes: number; readonly gbps: number }[], memoryGBps: number) {
  return timedSets.map((bytes) => {
    let [ns, left] = [0, 1];
    for (const cache of caches) {
      const hits = Math.min(left, cache.bytes / bytes);
      ns += hits / cache.gbps;
      left -= hits;
    }
    return { bytes, gbps: 1 / (ns + left / memoryGBps) };
  });
}

test.for([
  { llc: 50 * 2 ** 20, caches: [{ bytes: 2 ** 18, gbps: 20_000 }], llcGBps: 7000, memoryGBps: 4000 },
  { llc: 6 * 2 ** 20, caches: [{ bytes: 2 ** 16, gbps: 4000 }], llcGBps: 1500, memoryGBps: 400 },
])('a modelled cache of $llc bytes is found within a factor of two', ({ llc, caches, ...rates }) => {
  const found = kneeBytes(modelled([...caches, { bytes: llc, gbps: rates.llcGBps }], rates.memoryGBps));
  expect(found).toBeGreaterThan(llc / 2);
  expect(found).toBeLessThan(llc * 2);
});

test.runIf(recorded.length > 0)('the knee is within a factor of two of the device profile', () => {
  for (const run of recorded) {
    const expected = run.machine.llc?.bytes ?? Number.NaN;
    const found = kneeBytes(sweepsOf(run));
    expect(found).toBeGreaterThan(expected / 2);
    expect(found).toBeLessThan(expected * 2);
  }
});
