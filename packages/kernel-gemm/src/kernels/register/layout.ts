// The numbers behind a register-blocked kernel, from its tile.

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
}

/** A tile and what follows from it. */
export interface Layout extends RegisterTile {
  readonly threads: number;
  /** vec4s from one k to the next in workgroup memory; A has one of padding, against bank conflicts. */
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

/** Lays a kernel out; throws on a tile that does not come out even. */
export function layOut(tile: RegisterTile): Layout {
  const { bm, bn, bk, tm, tn, unroll } = tile;
  const threads = registerThreads(tile);
  const lanesN = Math.min(8, bn / tn);
  const pair = Math.min(2, bk / 4);
  const patches = [bm / tm, bn / tn, tm / 4, tn / 4];
  const subgroups = [threads / 32, bn / tn / lanesN, ((bm / tm) * lanesN) / 32];
  const slices = [bk / 4 / pair, bk / unroll];
  if (![...patches, ...subgroups, ...slices].every(Number.isInteger)) {
    throw new Error(
      `tile ${JSON.stringify(tile)}: bm/tm, bn/tn, tm/4, tn/4, bk/8, bk/unroll and subgroups of 32 must come out even`,
    );
  }
  return { ...tile, threads, strideA: bm / 4 + 1, strideB: bn / 4, lanesN, pair };
}
