// Seeded orders, the same on every machine.

/** A copy in an order that a seed draws : each candidate is drawn a number, and the numbers are sorted. */
export function shuffled<T>(values: readonly T[], seed: number): readonly T[] {
  const random = uniform(seed);
  const order = values.map((value) => ({ value, at: random() }));
  return order.toSorted((one, other) => one.at - other.at).map(({ value }) => value);
}

/** A stream of numbers in [0, 1) from a seed. */
export function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
