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
  /** Waits for the results of all turns that have ended. */
  readonly settled: () => Promise<void>;
}

/** Turns that emit events; one result at a time may be waited for. */
export function inTurns(emit: (event: FamilyEvent) => void): Turns {
  let pending: Promise<void> = Promise.resolve();
  let waitingSince: number | null = null;
  return {
    emit,
    conclude: (result, told) => {
      if (!(result instanceof Promise)) return emit(told(result, 0));
      pending = result.then((found) =>
        emit(told(found, waitingSince === null ? 0 : performance.now() - waitingSince)),
      );
    },
    settled: async () => {
      waitingSince = performance.now();
      await pending.finally(() => (waitingSince = null));
    },
  };
}
