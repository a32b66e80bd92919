// What holds a result back, by its own numbers: the share that it has of each thing that the device gives.
import type { Row } from '@kernel-ladder/curriculum';
import { shortNumber } from '@kernel-ladder/curriculum';
import { memoryRoof, memoryRoofGBps, roofOf } from '@kernel-ladder/schema';

/** Shares in percent of a result's median time, were it spent on this alone; null where the machine or the result does not say. */
export interface Shares {
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

/** From this share on a roof is what bounds a result, in percent. */
export const boundFrom = 60;
/** From this share on it is the launches, in percent: half of the time brings nothing. */
export const launchesFrom = 50;

/** The shares of a timed result. */
export function sharesOf({ result, machine }: Row): Shares {
  const { work, timing, dtype, dispatch } = result;
  const ns = timing?.medianNs ?? Number.NaN;
  const gbps = memoryRoofGBps(machine.roofs);
  const roof = roofOf(result, machine.roofs);
  const kind = roof === null || roof === memoryRoof ? dtype.acc : roof;
  const rate = machine.roofs.gflops[kind];
  const percent = (part: number) => (100 * part) / ns;
  return {
    memory: percent(work.minBytes / gbps),
    requested: percent(work.implBytes / gbps),
    arithmetic: rate === undefined ? null : percent(work.flops / rate),
    kind,
    launches: dispatch ? percent(dispatch.passes * machine.timer.dispatchNs) : null,
  };
}

/** What bounds a result of these shares. */
export function boundOf({ memory, requested, arithmetic, launches }: Shares): Bound {
  if ((launches ?? 0) >= launchesFrom) return 'launches';
  const isMemory = memory >= (arithmetic ?? 0);
  if (Math.max(memory, arithmetic ?? 0) >= boundFrom) return isMemory ? 'memory' : 'arithmetic';
  return requested >= boundFrom ? 'requests' : 'waiting';
}

/** What bounds a result, in words with its shares, e.g. `f32 arithmetic: 73 % of its roof`. */
export function heldBackBy(row: Row): string {
  const shares = sharesOf(row);
  const { memory, requested, arithmetic, kind, launches } = shares;
  const bound = boundOf(shares);
  switch (bound) {
    case 'launches':
      return `launches: ${percentText(launches)} of the time`;
    case 'memory':
      return `memory: ${percentText(memory)} of its roof`;
    case 'arithmetic':
      return `${kind} arithmetic: ${percentText(arithmetic)} of its roof`;
    case 'requests':
      return requested > 100
        ? `requests: ${percentText(requested)} of the memory roof, served by caches`
        : `requests: ${percentText(requested)} of the memory roof`;
    case 'waiting':
      return `waiting: ${kind} ${percentText(arithmetic)}, memory ${percentText(memory)}, requests ${percentText(requested)} of their roofs`;
    default:
      throw new Error(`no such bound: ${String(bound satisfies never)}`);
  }
}

function percentText(value: number | null): string {
  return value === null ? '?' : `${shortNumber(Number(value.toPrecision(2)))} %`;
}
