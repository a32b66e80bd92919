// Parts of one large buffer, given out and taken back: the free stretches in order, the first that is long enough, neighbours merged.

/** Bytes from `offset` on. */
export interface Block {
  readonly offset: number;
  readonly bytes: number;
}

/** Gives out the bytes of one buffer. */
export interface Suballocator {
  /** A block of that many bytes, rounded up to whole units; null where no free stretch is long enough. */
  readonly allocate: (bytes: number) => Block | null;
  /** Takes a block back. Throws for one that is not given out. */
  readonly free: (block: Block) => void;
  /** What is free, in order; no two of them touch. */
  readonly stretches: () => readonly Block[];
}

/** What every device takes as the offset of a binding. */
export const blockUnit = 256;

/** An allocator of so many bytes, whole units of 256. Throws for another number. */
export function createSuballocator(capacity: number): Suballocator {
  if (!(capacity > 0) || capacity % blockUnit > 0)
    throw new RangeError(`${capacity} bytes are no whole units of ${blockUnit}: round them up`);
  const stretches: Block[] = [{ offset: 0, bytes: capacity }];
  const given = new Map<number, number>();
  return {
    allocate: (wanted) => {
      const bytes = Math.max(1, Math.ceil(wanted / blockUnit)) * blockUnit;
      const offset = take(stretches, bytes);
      if (offset === null) return null;
      given.set(offset, bytes);
      return { offset, bytes };
    },
    free: ({ offset, bytes }) => {
      if (given.get(offset) !== bytes)
        throw new RangeError(
          `${bytes} bytes at ${offset} are not given out: a block is freed once, as it was given`,
        );
      given.delete(offset);
      giveBack(stretches, { offset, bytes });
    },
    stretches: () => [...stretches],
  };
}

// The first stretch that is long enough loses its front.
function take(stretches: Block[], bytes: number): number | null {
  const at = stretches.findIndex((stretch) => stretch.bytes >= bytes);
  const stretch = stretches[at];
  if (!stretch) return null;
  const rest = { offset: stretch.offset + bytes, bytes: stretch.bytes - bytes };
  if (rest.bytes > 0) stretches[at] = rest;
  else stretches.splice(at, 1);
  return stretch.offset;
}

// Where it belongs, one with those that end where it begins and begin where it ends.
function giveBack(stretches: Block[], { offset, bytes }: Block): void {
  const at = placeOf(stretches, offset);
  const [before, after] = [stretches[at - 1], stretches[at]];
  const joinsBefore = before !== undefined && before.offset + before.bytes === offset;
  const joinsAfter = after !== undefined && offset + bytes === after.offset;
  const merged = {
    offset: joinsBefore ? before.offset : offset,
    bytes: bytes + (joinsBefore ? before.bytes : 0) + (joinsAfter ? after.bytes : 0),
  };
  const first = joinsBefore ? at - 1 : at;
  stretches.splice(first, Number(joinsBefore) + Number(joinsAfter), merged);
}

// How many stretches lie before an offset: stretches are in order.
function placeOf(stretches: readonly Block[], offset: number): number {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((stretches[middle]?.offset ?? Infinity) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
