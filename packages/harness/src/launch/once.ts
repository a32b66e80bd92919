// What is made once, when it is first wanted, or before that and beside other work.

/** Makes something at the first call, and again after a failure. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    const making = (made ??= make());
    // Whoever awaits it is told; where nobody does, nothing is lost.
    making.catch(() => {
      if (made === making) made = null;
    });
    return making;
  };
}

/** The value of a key, made at the first call. */
export function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const held = map.get(key);
  if (held !== undefined) return held;
  const made = make();
  map.set(key, made);
  return made;
}
