// What publishing costs grows with the runs, and not with their square: counted, so that it is the same on any machine.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
// Before what it counts.
import { blocksRun } from '../../fixtures/work-counted.ts';
import { useMadeSite } from '../../fixtures/made-site.ts';
import { cacheFolder } from './cache.ts';

const site = useMadeSite();

/** What it took to publish. */
interface Cost {
  /** Blocks of code that this thread ran. */
  readonly blocks: number;
  /** Bytes that all threads read and wrote. */
  readonly bytes: number;
}

/** Publishes so many runs, of which nothing is known. */
async function costOf(runs: number): Promise<Cost> {
  site.record(runs);
  for (const folder of [cacheFolder, 'site'])
    rmSync(join(site.root(), folder), { recursive: true, force: true });
  const before = bytesMoved();
  const blocks = await blocksRun(site.publish);
  return { blocks, bytes: bytesMoved() - before };
}

// As Linux counts them; no other system does.
const counts = '/proc/self/io';

function bytesMoved(): number {
  const told = existsSync(counts) ? readFileSync(counts, 'utf8') : 'rchar: 0\nwchar: 0';
  return [/^rchar: (\d+)/m, /^wchar: (\d+)/m].reduce((sum, line) => sum + Number(line.exec(told)?.[1]), 0);
}

/** What the last runs of a history cost, over what as many before them did: 1 where each run costs the same. */
async function growth(runs: number, more: number): Promise<Cost> {
  // What a process does once is done by then.
  await costOf(runs);
  const costs = [await costOf(runs), await costOf(runs + more), await costOf(runs + 2 * more)];
  return {
    blocks: lastOverFirst(costs.map(({ blocks }) => blocks)),
    bytes: lastOverFirst(costs.map(({ bytes }) => bytes)),
  };
}

function lastOverFirst([first = 0, second = 0, third = 0]: readonly number[]): number {
  return second === first ? 1 : (third - second) / (second - first);
}

// One block a pair of runs is above it.
const most = 1.15;

// As many as are published without threads.
test('every step of publishing costs as much for each run', async () => {
  const first = await growth(66, 66);
  // A process does something else now and then, on a busy machine more often, and not twice in the same place: a square is one each time.
  const { blocks, bytes } = Math.max(first.blocks, first.bytes) < most ? first : await growth(66, 66);
  expect.soft(blocks).toBeLessThan(most);
  expect.soft(bytes).toBeLessThan(most);
});

// Of two, three and four pages. How many blocks a thread runs while it waits for others hangs on how busy the machine is.
test('so does what all threads read and write in a long history', async () => {
  const { bytes } = await growth(400, 256);
  expect(bytes).toBeLessThan(most);
});

test('a square is told', async () => {
  const [first, second, third] = [
    await blocksRun(async () => pairsOf(100)),
    await blocksRun(async () => pairsOf(200)),
    await blocksRun(async () => pairsOf(300)),
  ];
  expect(lastOverFirst([first, second, third])).toBeCloseTo(5 / 3, 1);
});

function pairsOf(count: number): number {
  let sum = 0;
  for (let a = 0; a < count; a++) for (let b = 0; b < count; b++) sum += a ^ b;
  return sum;
}
