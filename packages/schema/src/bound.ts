// What holds a result back, by its own numbers: the share that it has of each thing that the device gives.
import { memoryRoof, memoryRoofGBps, roofOf } from './roofline.ts';
import type { UnderRoof } from './roofline.ts';
import type { Machine } from './types.generated.ts';

/** Shares in percent of a result's median time, were it spent on this alone; null where the machine or the result does not say. */
export interface TimeShares {
  /** Moving every operand once, at the measured bandwidth. */
  readonly memory: number;
  /** Moving the bytes that the rung's algorithm asks for; above 100 where caches serve them. */
  readonly requested: number;
  /** The operations, at the measured rate of `kind`. */
  readonly arithmetic: number | null;
  readonly kind: string;
  /** Starting the passes. */
  readonly launches: number | null;
}

/** What bounds a result. */
export type Bound = 'launches' | 'memory' | 'arithmetic' | 'requests' | 'waiting';

/** From this share on a roof is what bounds a result, in percent: whatever does not overlap with it has less of the time. */
export const boundFrom = 50;
/** From this share on it is the launches, in percent: half of the time brings nothing. */
export const launchesFrom = 50;

/** The shares of a timed result whose launch has so many passes; null where nobody knows how many. */
export function timeSharesOf(
  result: UnderRoof,
  passes: number | null,
  { roofs, timer }: Pick<Machine, 'roofs' | 'timer'>,
): TimeShares {
  const { work, timing, dtype } = result;
  const ns = timing?.medianNs ?? Number.NaN;
  const gbps = memoryRoofGBps(roofs);
  const roof = roofOf(result, roofs);
  const kind = roof === null || roof === memoryRoof ? dtype.acc : roof;
  const rate = roofs.gflops[kind];
  const percent = (part: number) => (100 * part) / ns;
  return {
    memory: percent(work.minBytes / gbps),
    requested: percent(work.implBytes / gbps),
    arithmetic: rate === undefined ? null : percent(work.flops / rate),
    kind,
    launches: passes === null ? null : percent(passes * timer.dispatchNs),
  };
}

/** What bounds a result of these shares. */
export function boundOf({ memory, requested, arithmetic, launches }: TimeShares): Bound {
  if ((launches ?? 0) >= launchesFrom) return 'launches';
  const isMemory = memory >= (arithmetic ?? 0);
  if (Math.max(memory, arithmetic ?? 0) >= boundFrom) return isMemory ? 'memory' : 'arithmetic';
  return requested >= boundFrom ? 'requests' : 'waiting';
}
