// The numbers behind a register-blocked kernel, from its tile.

/** What a register can hold of a matrix. */
export type FloatType = 'f32' | 'f16';

/** Four numbers of a type. */
export const fours = { f32: 'vec4f', f16: 'vec4h' } as const;

/** How A and B are stored: `n` as A[m, k] and B[k, n], row by row; `t` transposed, as A[k, m] or B[n, k]. */
export type Order = 'nn' | 'nt' | 'tn' | 'tt';

/** Tile of a workgroup (bm x bn x bk) and of a thread (tm x tn). */
export interface RegisterTile {
  readonly bm: number;
  readonly bn: number;
  readonly bk: number;
  readonly tm: number;
  readonly tn: number;
  /** Steps along k written out in a row; a loop does the rest of bk. */
  readonly unroll: number;
  /** Whether the next slices are loaded while the present ones are multiplied. */
  readonly prefetch: boolean;
  /** Rows of tiles walked together, for the last-level cache. */
  readonly band: number;
  /** Two where one slice of each operand is filled while the other is multiplied; one when left out. */
  readonly stages?: 1 | 2;
  /** Whether the last products of a slice are left for behind the barrier, where the first reads of the next one take their time. Takes two stages. */
  readonly ahead?: boolean;
  /**
   * How the sums are named and multiplied: four beside each other as a vec4 when left out, or one by one, along the rows to and fro, so that
   * every multiply-add shares an operand with the one before it. The latter takes sums of f32.
   */
  readonly sums?: 'fours' | 'singles';
  /**
   * Which threads bring which slice: half of them A and half B when left out; or all of them both, so that no branch stands between loads, stores
   * and products.
   */
  readonly shares?: 'halves' | 'both';
  /** Threads of a subgroup of 32 along N; eight, or as many more as few rows ask for, when left out. */
  readonly lanesN?: number;
  /** vec4s behind each column of an operand that is turned on its way in, against bank conflicts; one when left out. */
  readonly padding?: number;
}

/** A tile and what follows from it. */
export interface Layout extends RegisterTile {
  readonly threads: number;
  /** Four operands or sums. */
  readonly four: 'vec4f' | 'vec4h';
  /** Which of A and B are stored transposed. */
  readonly order: Order;
  /** vec4s from one k to the next in workgroup memory; an operand that is turned on its way in is padded. */
  readonly strideA: number;
  readonly strideB: number;
  /** Threads of a subgroup of 32 along N; the others lie along M. */
  readonly lanesN: number;
  /** Neighbours along K that neighbouring threads bring in. */
  readonly pair: number;
}

/** Threads of a workgroup. */
export function registerThreads(tile: RegisterTile): number {
  return (tile.bm / tile.tm) * (tile.bn / tile.tn);
}

/** Bytes of workgroup memory of a tile. */
export function registerSharedBytes(tile: RegisterTile, order: Order, sum: FloatType): number {
  const { strideA, strideB, bk, stages = 1 } = layOut(tile, order, sum);
  return (sum === 'f16' ? 8 : 16) * stages * bk * (strideA + strideB);
}

/** Whether an operand lies along K in memory, so that it must be turned on its way in: the inner loop reads it along M or N. */
export function isAlongK(operand: 'a' | 'b', order: Order): boolean {
  return operand === 'a' ? order[0] === 'n' : order[1] === 't';
}

/** Threads of a subgroup along N where nobody chooses them: eight, or as many more as it takes where a tile has few rows. */
export function usualLanesN({ bm, bn, tm, tn }: RegisterTile): number {
  return Math.min(Math.max(8, (32 * tm) / bm), bn / tn);
}

/** What a thread brings of an operand where every thread brings of both. */
export interface ThreadShare {
  readonly isTurned: boolean;
  /** vec4s of a slice in a stored row, stored rows that all threads bring at once, and vec4s that one of them brings. */
  readonly quads: number;
  readonly rowsAtOnce: number;
  readonly count: number;
}

/** The share of a thread. */
export function threadShare(tile: RegisterTile, order: Order, operand: 'a' | 'b'): ThreadShare {
  const isTurned = isAlongK(operand, order);
  const side = operand === 'a' ? tile.bm : tile.bn;
  const [rows, quads] = isTurned ? [side, tile.bk / 4] : [tile.bk, side / 4];
  const rowsAtOnce = registerThreads(tile) / quads;
  return { isTurned, quads, rowsAtOnce, count: rows / rowsAtOnce };
}

/** Whether every thread can bring as much of either operand as the others, and all at once whole vec4s of the columns of one that is turned. */
export function isShareable(tile: RegisterTile, order: Order): boolean {
  return (['a', 'b'] as const).every((operand) => {
    const { isTurned, rowsAtOnce, count } = threadShare(tile, order, operand);
    return Number.isInteger(count) && Number.isInteger(rowsAtOnce / (isTurned ? 4 : 1));
  });
}

/** Lays a kernel out; throws on a tile that does not come out even. */
export function layOut(tile: RegisterTile, order: Order, sum: FloatType): Layout {
  const { bm, bn, bk, tm, tn, unroll } = tile;
  const threads = registerThreads(tile);
  const lanesN = tile.lanesN ?? usualLanesN(tile);
  const pair = Math.min(2, bk / 4);
  const patches = [bm / tm, bn / tn, tm / 4, tn / 4];
  const subgroups = [threads / 32, bn / tn / lanesN, ((bm / tm) * lanesN) / 32];
  const slices = [bk / 4 / pair, bk / unroll];
  if (![...patches, ...subgroups, ...slices].every(Number.isInteger)) {
    throw new Error(
      `tile ${JSON.stringify(tile)}: bm/tm, bn/tn, tm/4, tn/4, bk/8, bk/unroll and subgroups of 32 must come out even`,
    );
  }
  refuseClash(tile, sum);
  if (tile.shares === 'both' && !isShareable(tile, order))
    throw new Error(`tile ${JSON.stringify(tile)}: slices must split evenly among threads`);
  const { padding = 1 } = tile;
  const strideA = bm / 4 + (isAlongK('a', order) ? padding : 0);
  const strideB = bn / 4 + (isAlongK('b', order) ? padding : 0);
  return { ...tile, order, threads, four: fours[sum], strideA, strideB, lanesN, pair };
}

// What in a tile excludes each other.
function refuseClash(tile: RegisterTile, sum: FloatType): void {
  const { sums, ahead, stages, unroll, bk } = tile;
  if (sums === 'singles' && sum === 'f16') {
    throw new Error(`tile ${JSON.stringify(tile)}: halves are added four at a time`);
  }
  if (ahead && (stages !== 2 || unroll !== bk)) {
    throw new Error(`tile ${JSON.stringify(tile)}: ahead takes two stages, fully unrolled`);
  }
}
