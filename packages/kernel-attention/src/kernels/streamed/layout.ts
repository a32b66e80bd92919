// Who owns what in the kernel that streams keys and values, derived from its tile.

/** Sizes that fix the schedule. A type, so that it is a choice of a search space. */
export type StreamTile = {
  readonly threads: number;
  /**
   * Lanes that share a key, as far as it has words for them: fewer of them agree by fewer shuffles, and each holds more of the queries and
   * outputs.
   */
  readonly lanes: number;
  /** Queries of a workgroup, which share what is read: 1, 2 or 4. */
  readonly rows: number;
  /** Keys, and their values, whose loads a thread has in flight at once. */
  readonly unroll: number;
  /** Keys of a workgroup. */
  readonly part: number;
};

/** Elements that the queries, keys and values have. */
export type StreamElement = 'f32' | 'f16';

/** A tile with what follows from it for heads of `dim` elements. */
export interface StreamLayout extends StreamTile {
  readonly dim: number;
  readonly element: StreamElement;
  /** 16-byte words of a key, and those that each of its lanes, neighbours of a subgroup, takes. */
  readonly words: number;
  readonly turns: number;
  /** vec4s of numbers in a word. */
  readonly quads: number;
  /** Groups of lanes that share a key. */
  readonly groups: number;
  /** Trips of all groups over a part. */
  readonly trips: number;
  readonly sharedBytes: number;
  /** Registers of 32 bits that a thread holds at most: an estimate. */
  readonly registers: number;
}

/** What a layout is made for: a head, its elements, and the fewest lanes that a subgroup may have. */
export interface StreamedHead {
  readonly dim: number;
  readonly element: StreamElement;
  readonly subgroupMin: number;
}

/** 16-byte words of a head. */
function wordsOf({ dim, element }: Pick<StreamedHead, 'dim' | 'element'>): number {
  return dim / (element === 'f16' ? 8 : 4);
}

/** Most lanes that share a key: as many as it has words, or as a subgroup has for certain. */
export function lanesOf(head: StreamedHead, threads: number): number {
  return Math.min(2 ** Math.ceil(Math.log2(wordsOf(head))), head.subgroupMin, threads);
}

/** Derives the layout; throws on a tile that does not come out even. */
export function layOutStream(tile: StreamTile, head: StreamedHead): StreamLayout {
  const { dim, element } = head;
  const { threads, rows, unroll, part } = tile;
  const quads = element === 'f16' ? 2 : 1;
  const [words, lanes] = [wordsOf(head), Math.min(tile.lanes, lanesOf(head, threads))];
  const turns = Math.ceil(words / lanes);
  const groups = threads / lanes;
  const trips = part / (groups * unroll);
  if (![words, groups, trips, Math.log2(rows), 4 / rows].every(Number.isInteger))
    throw new Error(`the tile ${JSON.stringify(tile)} does not come out even`);
  return {
    ...tile,
    dim,
    element,
    words,
    lanes,
    turns,
    quads,
    groups,
    trips,
    sharedBytes: 16 * threads * turns * quads + 2 * 4 * rows * groups,
    // Queries, outputs, and the keys and values on their way.
    registers: turns * (2 * 4 * quads * rows + 2 * 4 * unroll) + rows * (unroll + 3) + 24,
  };
}
