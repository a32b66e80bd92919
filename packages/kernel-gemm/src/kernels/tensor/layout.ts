// The numbers behind a tensor-core kernel, from its tile.
import type { Layout as Order } from '../../cases.ts';
import type { GemmDtype } from '../../dtypes.ts';
import type { Epilogue } from '../epilogue.ts';

/** Tile of a workgroup (bm x bn x bk, in elements) and how many subgroups share it, down and across. */
export interface TensorTile {
  readonly bm: number;
  readonly bn: number;
  readonly bk: number;
  readonly subgroupsDown: number;
  readonly subgroupsAcross: number;
  /** Elements of padding behind each row of a slice; whole vec4us. */
  readonly padding: number;
  /** Rows of tiles walked together, for the last-level cache. */
  readonly band: number;
}

/** What the matrix unit multiplies, and adds in. */
export type TensorKind = Extract<GemmDtype, 'f32' | 'f16-f32' | 'f16' | 'i8-i32'>;

/** Rows and columns of a fragment of C, and the depth of a product of fragments. */
export interface FragmentShape {
  readonly side: number;
  readonly deep: number;
}

/** A product of whole tiles, or a batch of them along the grid's z. */
export interface TensorProblem {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly kind: TensorKind;
  /** What the device multiplies at once. */
  readonly shape: FragmentShape;
  readonly layout: Order;
  readonly batch: number;
  readonly epilogue: Epilogue;
  /** Rows and columns of C as it is stored; m and n are whole tiles. */
  readonly rows: number;
  readonly columns: number;
  readonly grid: readonly [x: number, y: number, z: number];
  /** Whether the shader may fix the subgroup size at 32; if not, the device has no other. */
  readonly pinsSubgroupSize: boolean;
}

/** Rows and columns of a fragment of C on most devices that have any. */
export const fragment = 16;

/** Types of a kind: of the operands and of the sums, how many of each are in a vec4u, and the depth of a fragment of 16 rows and columns. */
export const kinds = {
  f32: { input: 'f32', sum: 'f32', packed: 4, sums: 4, deep: 16 },
  'f16-f32': { input: 'f16', sum: 'f32', packed: 8, sums: 4, deep: 16 },
  f16: { input: 'f16', sum: 'f16', packed: 8, sums: 8, deep: 16 },
  'i8-i32': { input: 'i8', sum: 'i32', packed: 16, sums: 4, deep: 32 },
} as const;

/** One operand's slice: `rows` of `width` vec4us with data, `stride` from one row to the next. */
export interface Slice {
  /** Whether its rows lie along K. */
  readonly isAlongK: boolean;
  readonly rows: number;
  readonly width: number;
  readonly stride: number;
  /** Copies per thread, and the rows that all threads copy at once. */
  readonly copies: number;
  readonly rowsAtOnce: number;
}

/** A tile and what follows from it. */
export interface Layout extends TensorTile {
  readonly kind: TensorKind;
  readonly packed: number;
  /** Of a fragment. */
  readonly side: number;
  readonly deep: number;
  readonly threads: number;
  /** A subgroup's part of the tile, in elements. */
  readonly partM: number;
  readonly partN: number;
  readonly a: Slice;
  readonly b: Slice;
  /** Where B's slice begins behind A's, and the length of the array that holds both. */
  readonly startB: number;
  readonly length: number;
  readonly staged: Staged;
}

/** How results lie in the place of the slices: one row of fragments of every subgroup, in vec4us. */
export interface Staged {
  readonly rows: number;
  readonly width: number;
  readonly stride: number;
  readonly copies: number;
  readonly rowsAtOnce: number;
}

/** Threads of a workgroup: subgroups of 32. */
export function tensorThreads(tile: TensorTile): number {
  return tile.subgroupsDown * tile.subgroupsAcross * 32;
}

/** Bytes of workgroup memory that a tile takes. */
export function tensorSharedBytes(tile: TensorTile, problem: LaidOut): number {
  return layOut(tile, problem).length * 16;
}

/** What a layout depends on besides the tile. */
export type LaidOut = Pick<TensorProblem, 'layout' | 'kind' | 'shape'>;

/** Lays a kernel out; throws on a tile that does not come out even. */
export function layOut(tile: TensorTile, { layout: order, kind, shape }: LaidOut): Layout {
  const { bm, bn, bk, subgroupsDown, subgroupsAcross } = tile;
  const { packed, sums } = kinds[kind];
  const { side: fragmentSide, deep } = shape;
  const threads = tensorThreads(tile);
  const a = sliceOf(tile, { isAlongK: order[0] === 'n', side: bm, packed });
  const b = sliceOf(tile, { isAlongK: order[1] === 't', side: bn, packed });
  const [partM, partN] = [bm / subgroupsDown, bn / subgroupsAcross];
  const staged = stageResults({ rows: subgroupsDown * fragmentSide, width: bn / sums, threads });
  const isPossible = [a.copies, b.copies, a.rowsAtOnce, b.rowsAtOnce, a.stride, b.stride].concat(
    [partM / fragmentSide, partN / fragmentSide, bk / deep],
    [staged.copies, fragmentSide / staged.rowsAtOnce],
  );
  if (!isPossible.every(Number.isInteger)) {
    throw new Error(
      `tile ${JSON.stringify(tile)}: slices must split evenly among threads, parts into fragments`,
    );
  }
  const startB = a.rows * a.stride;
  const length = Math.max(startB + b.rows * b.stride, staged.rows * staged.stride);
  return {
    ...tile,
    kind,
    packed,
    side: fragmentSide,
    deep,
    threads,
    partM,
    partN,
    a,
    b,
    startB,
    length,
    staged,
  };
}

interface Side {
  readonly isAlongK: boolean;
  readonly side: number;
  readonly packed: number;
}

function sliceOf(tile: TensorTile, { isAlongK, side, packed }: Side): Slice {
  const { bk, padding } = tile;
  const threads = tensorThreads(tile);
  const [rows, columns] = isAlongK ? [side, bk] : [bk, side];
  const width = columns / packed;
  const stride = width + padding / packed;
  return { isAlongK, rows, width, stride, copies: (rows * width) / threads, rowsAtOnce: threads / width };
}

interface Area {
  readonly rows: number;
  readonly width: number;
  readonly threads: number;
}

/** Lays out a row of fragments of every subgroup, `width` vec4us across, for `threads` that take it away. */
export function stageResults({ rows, width, threads }: Area): Staged {
  const rowsAtOnce = threads / width;
  // One vec4u of padding, against bank conflicts between the rows of a fragment.
  return { rows, width, stride: width + 1, copies: rows / rowsAtOnce, rowsAtOnce };
}
