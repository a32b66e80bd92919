// A map that makes what it lacks.

/** A map, weak or not. */
interface Keeps<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => unknown;
}

/** The value of a key, made at the first call. */
export function entryOf<Key, Value>(map: Keeps<Key, Value>, key: Key, make: () => Value): Value {
  const held = map.get(key);
  if (held !== undefined) return held;
  const made = make();
  map.set(key, made);
  return made;
}
