// Who owns what in the register-tiled kernel, derived from its tile.

/** Sizes that fix the schedule. */
export interface FlashTile {
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
}

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
  readonly sharedBytes: number;
}

/** Derives the layout; throws on a tile that does not come out even. */
export function layOut(tile: FlashTile, dim: number): FlashLayout {
  const { bq, bk, tm, tn, unroll } = tile;
  const [rowThreads, columnThreads] = [bq / tm, bk / tn];
  const whole = [rowThreads, columnThreads, tm / 4, tn / 4, dim / 4, bk / unroll, Math.log2(columnThreads)];
  if (!whole.every(Number.isInteger))
    throw new Error(`the tile ${JSON.stringify(tile)} does not come out even`);
  const paddedDim = Math.ceil(dim / (4 * columnThreads)) * 4 * columnThreads;
  const scratch = Math.max(paddedDim * bk, bk * bq);
  return {
    ...tile,
    dim,
    rowThreads,
    columnThreads,
    threads: rowThreads * columnThreads,
    paddedDim,
    rowQuads: tm / 4,
    keyQuads: tn / 4,
    dimQuads: paddedDim / columnThreads / 4,
    sharedBytes: 4 * (paddedDim * bq + scratch + paddedDim * bk),
  };
}
