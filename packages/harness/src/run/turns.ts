// Results of ids in their order, though the next id begins before the judges of the last have ended.
import type { FamilyEvent, Result } from '@kernel-ladder/schema';

/** The events of a process that runs ids. */
export interface Turns {
  /** Tells at once what the device is at, also while the id before has no result yet. */
  readonly emit: (event: FamilyEvent) => void;
  /** Ends the turn of the id at hand with its result, once there is one; `told` hears how long that was waited for, in ms. */
  readonly conclude: (
    result: Result | Promise<Result>,
    told: (result: Result, waitedMs: number) => FamilyEvent,
  ) => void;
  /** Waits until of the turns that have ended no more than `most` have no result yet; none when left out. */
  readonly settled: (most?: number) => Promise<void>;
}

/** Turns that emit events. */
export function inTurns(emit: (event: FamilyEvent) => void): Turns {
  // In their order: each is told behind the one before.
  const pending: Promise<void>[] = [];
  let waitingSince: number | null = null;
  const waited = () => {
    if (waitingSince === null) return 0;
    const now = performance.now();
    const ms = now - waitingSince;
    waitingSince = now;
    return ms;
  };
  return {
    emit,
    conclude: (result, told) => {
      if (!(result instanceof Promise) && pending.length === 0) return emit(told(result, 0));
      const before = pending.at(-1);
      const telling = async () => {
        const found = await result;
        await before;
        emit(told(found, waited()));
        pending.shift();
      };
      pending.push(telling());
    },
    settled: async (most = 0) => {
      waitingSince = performance.now();
      try {
        while (pending.length > most) await pending[0];
      } finally {
        waitingSince = null;
      }
    },
  };
}
