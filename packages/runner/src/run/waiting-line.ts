// Processes that wait for their turn on the device, each with its job: what takes processors alone they have done by then.
import type { Io } from '../io.ts';
import type { Waiting } from '../process/child.ts';
import { readyFamily } from '../process/measure.ts';
import type { MeasureSpec } from '../process/measure.ts';
import { mostWaiting } from '../process/side-by-side.ts';
import { isApart, jobOf } from './parts.ts';
import type { TimedPart } from './parts.ts';

/** The processes behind the one that has the device, by the places of their parts. */
export interface WaitingLine {
  /** Starts those that may wait behind a part. */
  readonly startBehind: (at: number) => void;
  /**
   * Lets the next ones behind a part open the device, those that have nothing else to do before their turn, and waits until they have:
   * whoever times is to have the device alone. One that takes too long is ended, and is started again when its turn comes.
   */
  readonly openBehind: (at: number) => Promise<void>;
  /** The process of a part, if one waits. */
  readonly take: (at: number) => Waiting | undefined;
  /** Ends all that still wait. */
  readonly close: () => void;
}

// One has its turn next, and the other one compiles meanwhile.
const openAtOnce = 2;
const longestOpeningMs = 10_000;

/** Nobody waits yet. */
export function createWaitingLine(io: Io, parts: readonly TimedPart[], spec: MeasureSpec): WaitingLine {
  const waiting = new Map<number, Waiting>();
  const started = new Set<number>();
  const most = mostWaiting(spec.job.machine);
  const start = (at: number, part: TimedPart) => {
    started.add(at);
    waiting.set(at, readyFamily(io, part.family, part.ids, { ...spec, job: jobOf(part, spec) }));
  };
  return {
    startBehind: (at) => {
      for (const [behind, part] of parts.slice(at + 1, at + 1 + most).entries()) {
        const place = at + 1 + behind;
        const mayWait = parts.slice(at, place).every((before) => isApart(before, part));
        if (mayWait && !started.has(place)) start(place, part);
      }
    },
    openBehind: async (at) => {
      const next = Array.from({ length: openAtOnce }, (_, behind) => waiting.get(at + 1 + behind));
      await Promise.all(next.map((each) => each?.isReady() && opened(each)));
    },
    take: (at) => {
      const found = waiting.get(at);
      waiting.delete(at);
      return found;
    },
    close: () => waiting.forEach((each) => each.kill()),
  };
}

async function opened(waiting: Waiting): Promise<void> {
  const timer = setTimeout(waiting.kill, longestOpeningMs);
  await waiting.open().finally(() => clearTimeout(timer));
}
