// Who owns what in the register-tiled kernel, derived from its tile.

/**
 * How a step's weights reach the threads that need them. `stored`: through workgroup memory, in the place of the keys. `shuffled`: each
 * lane asks the lane that has them, and the place of the keys takes the values, so that a workgroup needs less memory.
 */
export type Weights = 'stored' | 'shuffled';

/** Sizes that fix the schedule. A type, so that it is a choice of a search space. */
export type FlashTile = {
  /** Queries of a workgroup. */
  readonly bq: number;
  /** Keys of a step. */
  readonly bk: number;
  /** Queries of a thread, a multiple of 4. */
  readonly tm: number;
  /** Keys of a thread, a multiple of 4. */
  readonly tn: number;
  /** Steps of the two products that are written out in a row. */
  readonly unroll: number;
  /** Whether each key's weights begin elsewhere, turned by a thread's four queries for each four keys: threads of a row then store to different banks. */
  readonly turned: boolean;
  /** Whether the next keys and values are on their way in registers while products are made. */
  readonly prefetch: boolean;
  readonly weights: Weights;
  /** Where a thread reads its queries: from workgroup memory, or where they are, which the first-level cache holds. */
  readonly queries: 'staged' | 'cached';
};

/** A tile with what follows from it for heads of `dim` elements. */
export interface FlashLayout extends FlashTile {
  readonly dim: number;
  /** Threads that share a query, and threads that share a key: the grid of threads. */
  readonly columnThreads: number;
  readonly rowThreads: number;
  readonly threads: number;
  /** `dim` rounded up, so that every thread has as many vec4s of the output. */
  readonly paddedDim: number;
  /** vec4s of a thread: of its queries, of its keys, of its part of an output row. */
  readonly rowQuads: number;
  readonly keyQuads: number;
  readonly dimQuads: number;
  /** vec4s of the place of the queries, none where they are cached. */
  readonly queryPlace: number;
  /** vec4s of the place of the keys, which takes weights or values after them. */
  readonly keyPlace: number;
  readonly sharedBytes: number;
  /** Registers of 32 bits that a thread holds at most: an estimate. */
  readonly registers: number;
}

/** Derives the layout; throws on a tile that does not come out even. */
export function layOut(tile: FlashTile, dim: number): FlashLayout {
  const { bq, bk, tm, tn, unroll, weights } = tile;
  const [rowThreads, columnThreads] = [bq / tm, bk / tn];
  const trips = tile.queries === 'cached' ? [dim / unroll, unroll / 4] : [];
  const whole = [
    rowThreads,
    columnThreads,
    tm / 4,
    tn / 4,
    dim / 4,
    bk / unroll,
    Math.log2(columnThreads),
    ...trips,
  ];
  if (!whole.every(Number.isInteger))
    throw new Error(`the tile ${JSON.stringify(tile)} does not come out even`);
  const paddedDim = Math.ceil(dim / (4 * columnThreads)) * 4 * columnThreads;
  const isShuffled = weights === 'shuffled';
  const isCached = tile.queries === 'cached';
  const queryPlace = isCached ? 0 : (paddedDim * bq) / 4;
  const keyPlace = Math.max(paddedDim * bk, isShuffled ? 0 : bk * bq) / 4;
  const threads = rowThreads * columnThreads;
  const held = tile.prefetch ? Math.ceil((bk * paddedDim) / threads) : 0;
  return {
    ...tile,
    dim,
    rowThreads,
    columnThreads,
    threads,
    paddedDim,
    rowQuads: tm / 4,
    keyQuads: tn / 4,
    dimQuads: paddedDim / columnThreads / 4,
    queryPlace,
    keyPlace,
    sharedBytes: (isShuffled ? 0 : 4 * paddedDim * bk) + 16 * (queryPlace + keyPlace),
    // Scores and outputs, an operand of either product, references and sums, addresses, and what is on its way.
    registers: tm * (tn + paddedDim / columnThreads) + (isCached ? 4 : 1) * tm + tn + 2 * tm + 16 + held,
  };
}
