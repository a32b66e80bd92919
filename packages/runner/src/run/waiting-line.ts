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

/** The processes behind those that have the device, by their parts. */
export interface WaitingLine {
  /** Starts those that may wait behind a part, among those whose turn comes soon, in their order. */
  readonly startBehind: (latest: TimedPart | undefined, soon: readonly TimedPart[]) => void;
  /**
   * Lets the process of a part open the device, if it has nothing else to do before its turn, and waits until it has: nobody else has
   * the device open while it is timed on. One that takes too long is ended, and is started again when its turn comes.
   */
  readonly open: (part: TimedPart | undefined) => Promise<void>;
  /** The process of a part, if one waits. */
  readonly take: (part: TimedPart) => Waiting | undefined;
  /** Ends all that still wait. */
  readonly close: () => void;
}

const longestOpeningMs = 10_000;

/** Nobody waits yet. */
export function createWaitingLine(
  io: Io,
  { spec, coverage }: { readonly spec: MeasureSpec; readonly coverage: Coverage },
): WaitingLine {
  const waiting = new Map<TimedPart, Waiting>();
  const started = new Set<TimedPart>();
  const most = mostWaiting(spec.job.machine);
  const start = (part: TimedPart) => {
    started.add(part);
    const { family, ids } = leftOf(part, coverage);
    if (ids.length > 0) waiting.set(part, readyFamily(io, family, ids, { ...spec, job: jobOf(part, spec) }));
  };
  return {
    startBehind: (latest, soon) => {
      const before = latest ? [latest, ...soon] : soon;
      for (const part of soon.slice(0, most)) {
        const ahead = before.slice(0, before.indexOf(part));
        const mayWait = ahead.every((each) => isApart(each, part));
        if (mayWait && waiting.size < most && !started.has(part)) start(part);
      }
    },
    open: async (part) => {
      const next = part && waiting.get(part);
      if (next?.isReady()) await opened(next);
    },
    take: (part) => {
      const found = waiting.get(part);
      waiting.delete(part);
      return found;
    },
    close: () => waiting.forEach((each) => each.kill()),
  };
}

async function opened(waiting: Waiting): Promise<void> {
  const timer = setTimeout(waiting.kill, longestOpeningMs);
  await waiting.open().finally(() => clearTimeout(timer));
}
