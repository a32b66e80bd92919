// One case under several seeds: what is made of each is made once, for all variants.

/** Holds what is made of each seed until it is freed. */
export interface Seeded<T> {
  readonly at: (seed: number) => Promise<T>;
  readonly free: () => void;
}

/** Makes what belongs to a seed at the first call, and again where that failed. */
export function createSeeded<T>(make: (seed: number) => Promise<T>, free: (made: T) => void): Seeded<T> {
  const made = new Map<number, T>();
  return {
    at: async (seed) => {
      const held = made.get(seed) ?? (await make(seed));
      made.set(seed, held);
      return held;
    },
    free: () => {
      made.forEach(free);
      made.clear();
    },
  };
}
