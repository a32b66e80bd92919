// Rules are asked at every commit of a history: what follows from an object of theirs alone is worked out once.

/** The same function, which keeps what it gave for an object as long as somebody has the object. */
export function remembered<Of extends object, Given extends NonNullable<unknown>>(
  give: (of: Of) => Given,
): (of: Of) => Given {
  const known = new WeakMap<Of, Given>();
  return (of) => {
    const given = known.get(of) ?? give(of);
    known.set(of, given);
    return given;
  };
}
