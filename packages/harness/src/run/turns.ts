// Events of ids one id after the other, though the next begins before the judges of the last have ended.
import type { FamilyEvent, Result } from '@kernel-ladder/schema';

/** The events of a process that runs ids. */
export interface Turns {
  /** Tells an event of the id at hand, behind the result of the id before. */
  readonly emit: (event: FamilyEvent) => void;
  /** Ends the turn of the id at hand with its result, once there is one; `told` hears how long that was waited for, in ms. */
  readonly conclude: (
    result: Result | Promise<Result>,
    told: (result: Result, waitedMs: number) => FamilyEvent,
  ) => void;
  /** Waits for the results of all turns that have ended. */
  readonly settled: () => Promise<void>;
}

/** Turns whose events are emitted in their order; one result at a time may be waited for. */
export function inTurns(emit: (event: FamilyEvent) => void): Turns {
  let held: FamilyEvent[] | null = null;
  let pending: Promise<void> = Promise.resolve();
  let waitingSince: number | null = null;
  const release = (event: FamilyEvent) => {
    const later = held ?? [];
    held = null;
    [event, ...later].forEach((each) => emit(each));
  };
  return {
    emit: (event) => {
      if (held) held.push(event);
      else emit(event);
    },
    conclude: (result, told) => {
      if (!(result instanceof Promise)) return emit(told(result, 0));
      held = [];
      pending = result.then((found) =>
        release(told(found, waitingSince === null ? 0 : performance.now() - waitingSince)),
      );
    },
    settled: async () => {
      waitingSince = performance.now();
      await pending.finally(() => (waitingSince = null));
    },
  };
}
