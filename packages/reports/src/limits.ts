// What holds a result back, by its own numbers: the share that it has of each thing that the device gives.
import type { Row } from '@kernel-ladder/curriculum';
import { shortNumber } from '@kernel-ladder/curriculum';
import { boundOf, timeSharesOf } from '@kernel-ladder/schema';
import type { TimeShares } from '@kernel-ladder/schema';

/** The shares of a timed result. */
export function sharesOf({ result, machine }: Row): TimeShares {
  return timeSharesOf(result, result.dispatch?.passes ?? null, machine);
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
