// Work in the order in which it was asked for, one piece behind the other.

/** A queue of asynchronous work. */
export interface Queue {
  /** Does the work behind everything that was asked for before, whether that went well or not. */
  readonly next: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Waits until nothing is left. */
  readonly idle: () => Promise<void>;
}

/** An empty queue. */
export function createQueue(): Queue {
  let tail: Promise<void> = Promise.resolve();
  return {
    next: (work) => {
      const done = tail.then(work);
      tail = done.then(
        () => {},
        () => {},
      );
      return done;
    },
    idle: async () => {
      // What ends may ask for more.
      for (let seen: Promise<void> | null = null; seen !== tail;) {
        seen = tail;
        await seen;
      }
    },
  };
}
