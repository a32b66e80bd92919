// Who owns what in the tensor-core kernel, derived from its tile.

/** Rows, columns and depth of a subgroup matrix. */
export const fragment = 16;
/** Halves in a 16-byte word. */
export const packed = 8;
/** Lanes of a subgroup. */
export const lanes = 32;

/** Sizes that fix the schedule. */
export interface TensorTile {
  /** Subgroups of a workgroup; each owns 16 queries. */
  readonly subgroups: number;
  /** Keys of a step, a multiple of 16. */
  readonly bk: number;
  /** Halves behind each row of keys and values, against bank conflicts; a multiple of 8. */
  readonly padding: number;
}

/** A tile with what follows from it for heads of `dim` elements. */
export interface TensorLayout extends TensorTile {
  readonly dim: number;
  /** Queries of a workgroup. */
  readonly bq: number;
  readonly threads: number;
  /** 16-byte words of a row of keys or values: in memory, and in workgroup memory. */
  readonly width: number;
  readonly stride: number;
  /** 16-byte words of keys, and of values, that a thread brings in a step. */
  readonly copies: number;
  /** 16-byte words of a row of scores, and of weights, with their padding. */
  readonly scoreStride: number;
  readonly weightStride: number;
  /** Fragments along the keys of a step and along the elements of a head. */
  readonly keyFragments: number;
  readonly dimFragments: number;
  readonly sharedBytes: number;
}

/** Derives the layout; throws on a tile that does not come out even. */
export function layOut(tile: TensorTile, dim: number): TensorLayout {
  const { subgroups, bk, padding } = tile;
  const threads = subgroups * lanes;
  const bq = subgroups * fragment;
  const [width, stride] = [dim / packed, (dim + padding) / packed];
  const copies = (bk * width) / threads;
  const [scoreStride, weightStride] = [bk / 4 + 2, bk / packed + 1];
  const whole = [
    dim / fragment,
    bk / fragment,
    stride,
    Math.ceil(copies),
    Math.max(bq, bk) / Math.min(bq, bk),
  ];
  if (!whole.every(Number.isInteger))
    throw new Error(`the tile ${JSON.stringify(tile)} does not come out even`);
  return {
    ...tile,
    dim,
    bq,
    threads,
    width,
    stride,
    copies: Math.ceil(copies),
    scoreStride,
    weightStride,
    keyFragments: bk / fragment,
    dimFragments: dim / fragment,
    sharedBytes: 16 * (2 * bk * stride + bq * (scoreStride + weightStride)) + 4,
  };
}
