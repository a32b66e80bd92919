// The numbers behind a tensor-core kernel, from its tile.

/** Tile of a workgroup (bm x bn x bk, in elements) and how many subgroups share it, down and across. */
export interface TensorTile {
  readonly bm: number;
  readonly bn: number;
  readonly bk: number;
  readonly subgroupsDown: number;
  readonly subgroupsAcross: number;
  /** Halves of padding behind each row of a slice; a multiple of 8. */
  readonly padding: number;
  /** Rows of tiles walked together, for the last-level cache. */
  readonly band: number;
}

/** A product of whole tiles. */
export interface TensorProblem {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly grid: readonly [x: number, y: number, z: number];
  /** Whether the shader may fix the subgroup size at 32; if not, the device has no other. */
  readonly pinsSubgroupSize: boolean;
}

/** Side of a fragment, in every direction. */
export const fragment = 16;

/** Halves in one vec4u. */
export const packed = 8;

/** One operand's slice: `rows` of `width` vec4us with data, `stride` from one row to the next. */
export interface Slice {
  readonly rows: number;
  readonly width: number;
  readonly stride: number;
  /** Copies per thread, and the rows that all threads copy at once. */
  readonly copies: number;
  readonly rowsAtOnce: number;
}

/** A tile and what follows from it. */
export interface Layout extends TensorTile {
  readonly threads: number;
  /** A subgroup's part of the tile, in elements. */
  readonly partM: number;
  readonly partN: number;
  readonly a: Slice;
  readonly b: Slice;
}

/** Threads of a workgroup: subgroups of 32. */
export function tensorThreads(tile: TensorTile): number {
  return tile.subgroupsDown * tile.subgroupsAcross * 32;
}

/** Bytes of workgroup memory that a tile's slices take. */
export function tensorSharedBytes(tile: TensorTile): number {
  const { a, b } = layOut(tile);
  return (a.rows * a.stride + b.rows * b.stride) * 16;
}

/** Lays a kernel out; throws on a tile that does not come out even. */
export function layOut(tile: TensorTile): Layout {
  const { bm, bn, bk, subgroupsDown, subgroupsAcross, padding } = tile;
  const threads = tensorThreads(tile);
  const slice = (rows: number, columns: number): Slice => {
    const width = columns / packed;
    const stride = width + padding / packed;
    return { rows, width, stride, copies: (rows * width) / threads, rowsAtOnce: threads / width };
  };
  const [a, b] = [slice(bm, bk), slice(bk, bn)];
  const [partM, partN] = [bm / subgroupsDown, bn / subgroupsAcross];
  const isPossible = [a.copies, b.copies, a.rowsAtOnce, b.rowsAtOnce, a.stride].concat(
    [partM, partN, bk].map((side) => side / fragment),
  );
  if (!isPossible.every(Number.isInteger)) {
    throw new Error(
      `tile ${JSON.stringify(tile)}: slices must split evenly among threads, parts into fragments`,
    );
  }
  return { ...tile, threads, partM, partN, a, b };
}
