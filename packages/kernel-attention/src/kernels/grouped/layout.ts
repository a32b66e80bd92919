// Who owns what in the kernel that streams keys through the matrix unit, derived from its tile.
import { fragment, lanes, packed } from '../tensor/layout.ts';

/** Sizes that fix the schedule. A type, so that it is a choice of a search space. */
export type GroupedTile = {
  /** Keys of a step, a multiple of 16. */
  readonly keys: number;
  /** Keys of a workgroup, whole steps. */
  readonly part: number;
  /** Values are stored, and the next ones begin to come, before exponentials are taken. */
  readonly early: boolean;
  /** Parts take the steps of a head in turns. */
  readonly turns: boolean;
  /** How often a step's operand passes through the tile: a part of each row at a time. */
  readonly rounds: number;
  /** Queries, up to eight, are the columns of matrices of 16 × 8 × 16, not the rows of larger ones; values are early then. */
  readonly columns: boolean;
  /** Of columns: two steps are on their way at once. */
  readonly deep: boolean;
};

/** A tile with what follows from it for heads of `dim` elements. */
export interface GroupedLayout extends GroupedTile {
  readonly dim: number;
  /** 16-byte words of a row that pass through the tile at a time. */
  readonly slice: number;
  /** 16-byte words of a row of keys or values: in memory, and in workgroup memory. */
  readonly width: number;
  readonly stride: number;
  /** 16-byte words of keys, and of values, that a lane brings in a step. */
  readonly copies: number;
  /** 16-byte words of the scores of a row that a lane owns: half of a step's. */
  readonly ownWords: number;
  /** 16-byte words of a row of scores with its weights behind them. */
  readonly rowWords: number;
  readonly tileWords: number;
  /** Fragments along the keys of a step and the elements of a head, and those whose sums the tile has room for. */
  readonly keyFragments: number;
  readonly dimFragments: number;
  readonly roundFragments: number;
  /** 16-byte words of a row of sums in the tile. */
  readonly sumStride: number;
  readonly sharedBytes: number;
  /** Registers of 32 bits that a lane holds at most: an estimate. */
  readonly registers: number;
}

/** Derives the layout; throws on a tile that does not come out even. */
export function layOutGrouped(tile: GroupedTile, dim: number): GroupedLayout {
  const { keys, part, rounds } = tile;
  const width = dim / packed;
  const slice = width / rounds;
  const stride = slice + 1;
  const [keyFragments, dimFragments] = [keys / fragment, dim / fragment];
  const copiesOfRound = rounds === 1 ? 1 : (keys * slice) / lanes;
  if (![dimFragments, keyFragments, part / keys, slice / 2, copiesOfRound].every(Number.isInteger))
    throw new Error(`the tile ${JSON.stringify(tile)} does not come out even`);
  const copies = Math.ceil((keys * width) / lanes);
  const rowWords = keys / 4 + keys / packed;
  const roundFragments = Math.max(1, Math.min(dimFragments, Math.floor((keyFragments * stride) / 4)));
  const sumStride = Math.max(5, Math.min(keyFragments * stride, 4 * roundFragments + 1));
  const tileWords = Math.max(keys * stride, fragment * sumStride);
  return {
    ...tile,
    dim,
    slice,
    width,
    stride,
    copies,
    ownWords: keys / packed,
    rowWords,
    tileWords,
    keyFragments,
    dimFragments,
    roundFragments,
    sumStride,
    sharedBytes: 16 * (tileWords + fragment * rowWords) + 4,
    // A fragment of sums takes 8 registers, one of halves 4.
    registers: dimFragments * (8 + 4) + 8 + 2 * 4 * copies + keys / 2 + 24,
  };
}
