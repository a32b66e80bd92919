// Processes that wait for their turn on the device, each with its job: what takes processors alone they have done by then.
import type { Io } from '../io.ts';
import type { Waiting } from '../process/child.ts';
import { readyFamily } from '../process/measure.ts';
import type { MeasureSpec } from '../process/measure.ts';
import { mostWaiting } from '../process/side-by-side.ts';
import { leftOf } from './coverage.ts';
import type { Coverage } from './coverage.ts';
import { isApart, jobOf } from './parts.ts';
import type { TimedPart } from './parts.ts';

/** The processes behind the one that has the device, by the places of their parts. */
export interface WaitingLine {
  /** Starts those that may wait behind a part. */
  readonly startBehind: (at: number) => void;
  /**
   * Lets the next one behind a part open the device, if it has nothing else to do before its turn, and waits until it has: nobody else has
   * the device open while it is timed on. One that takes too long is ended, and is started again when its turn comes.
   */
  readonly openBehind: (at: number) => Promise<void>;
  /** The process of a part, if one waits. */
  readonly take: (at: number) => Waiting | undefined;
  /** Ends all that still wait. */
  readonly close: () => void;
}

const longestOpeningMs = 10_000;

/** Nobody waits yet. */
export function createWaitingLine(
  io: Io,
  parts: readonly TimedPart[],
  { spec, coverage }: { readonly spec: MeasureSpec; readonly coverage: Coverage },
): WaitingLine {
  const waiting = new Map<number, Waiting>();
  const started = new Set<number>();
  const most = mostWaiting(spec.job.machine);
  const start = (at: number, part: TimedPart) => {
    started.add(at);
    const { family, ids } = leftOf(part, coverage);
    if (ids.length > 0) waiting.set(at, readyFamily(io, family, ids, { ...spec, job: jobOf(part, spec) }));
  };
  return {
    startBehind: (at) => {
      for (const [behind, part] of parts.slice(at + 1, at + 1 + most).entries()) {
        const place = at + 1 + behind;
        const mayWait = parts.slice(Math.max(at, 0), place).every((before) => isApart(before, part));
        if (mayWait && coverage.isKnown(part.family) && !started.has(place)) start(place, part);
      }
    },
    openBehind: async (at) => {
      const next = waiting.get(at + 1);
      if (next?.isReady()) await opened(next);
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
