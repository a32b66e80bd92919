// Who owns what in the wide tensor-core kernel, derived from its tile.
import { fragment, lanes, packed } from '../tensor/layout.ts';

/**
 * When a step's scores are made, and where their weights go. `apart`: before its softmax, weights have a place of their own: a
 * barrier and a uniform load a step. `in-place`: weights take the place of the scores: less memory, a barrier more.
 */
export type Schedule = 'apart' | 'in-place';

/** Sizes that fix the schedule. A type, so that it is a choice of a search space. */
export type WideTile = {
  /** Subgroups of a workgroup: they share keys and values. The barriers of a single one cost next to nothing. */
  readonly subgroups: number;
  /** Queries of a subgroup, a multiple of its 32 lanes: each fragment of keys or values serves a sixteenth of them. */
  readonly queries: number;
  /** Keys of a step, a multiple of 16. */
  readonly keys: number;
  /** Numbers behind each row of scores, a multiple of 4: with 4 lanes read without bank conflicts, with 8 fragments are stored without. */
  readonly scorePadding: number;
  readonly schedule: Schedule;
  /** Heads whose blocks of queries take turns under a causal mask, the longest first: a divisor of all heads, or 0 for all of them. */
  readonly band: number;
  /** Whether loads begin behind the softmax or in front of it, where they have longer and hold registers meanwhile. */
  readonly loads: 'behind' | 'before';
  /**
   * Whether references of the first step are trusted, which saves asking in every step who raised one, and a barrier with it. A block in which a
   * score exceeds one by more than a half can say is left to a second dispatch, which asks.
   */
  readonly trusts: boolean;
  /** Whether the blocks behind the last whole wave of workgroups are split along their keys, so that all multiprocessors share them. */
  readonly splits: boolean;
};

/** A tile with what follows from it for heads of `dim` elements. */
export interface WideLayout extends WideTile {
  readonly dim: number;
  /** Queries of a workgroup. */
  readonly bq: number;
  readonly threads: number;
  /** 16-byte words of a row of keys or values: in memory, and in workgroup memory. */
  readonly width: number;
  readonly stride: number;
  /** 16-byte words of keys, and of values, that a thread brings in a step. */
  readonly copies: number;
  /** 16-byte words of a row of scores and of weights, with their padding. */
  readonly scoreStride: number;
  readonly weightStride: number;
  /** 16-byte words of all scores of a step. */
  readonly scoreWords: number;
  /** Rows of queries that a lane owns in the softmax. */
  readonly laneRows: number;
  /** Fragments along the queries of a subgroup, the keys of a step and the elements of a head. */
  readonly rowFragments: number;
  readonly keyFragments: number;
  readonly dimFragments: number;
  readonly sharedBytes: number;
  /** Registers of 32 bits that a thread holds at most: an estimate. */
  readonly registers: number;
}

/** Halves behind each row of keys and values: rows begin 16 bytes further in the banks than the row before. */
const padding = 8;

/** Derives the layout; throws on a tile that does not come out even. */
export function layOutWide(tile: WideTile, dim: number): WideLayout {
  const { subgroups, queries, keys, scorePadding, schedule } = tile;
  const threads = subgroups * lanes;
  const bq = subgroups * queries;
  const [width, stride] = [dim / packed, (dim + padding) / packed];
  const scoreStride = (keys + scorePadding) / 4;
  const weightStride = schedule === 'apart' ? keys / packed + 1 : scoreStride;
  const whole = [dim / fragment, keys / fragment, queries / lanes, scoreStride];
  if (!whole.every(Number.isInteger))
    throw new Error(`the tile ${JSON.stringify(tile)} does not come out even`);
  const scoreWords = bq * scoreStride;
  const weightWords = schedule === 'apart' ? bq * weightStride : 0;
  const shape = { dim, bq, threads, width, stride, scoreStride, weightStride, scoreWords };
  const fragments = {
    laneRows: queries / lanes,
    rowFragments: queries / fragment,
    keyFragments: keys / fragment,
    dimFragments: dim / fragment,
  };
  const copies = Math.ceil((keys * width) / threads);
  return {
    ...tile,
    ...shape,
    ...fragments,
    copies,
    sharedBytes: 16 * (2 * keys * stride + scoreWords + weightWords) + 4,
    registers: registersOf({ ...fragments, keys, copies }),
  };
}

// A fragment of sums takes 8 registers of a lane, one of halves 4. Outputs and queries stay; beside them are the sums of scores and
// what is on its way, or a row of scores; 20 more hold addresses, references and sums.
function registersOf(of: Pick<WideLayout, 'rowFragments' | 'dimFragments' | 'keys' | 'copies'>): number {
  const { rowFragments, dimFragments, keys, copies } = of;
  const kept = rowFragments * dimFragments * (8 + 4);
  return kept + Math.max(8 * rowFragments + 4 + 8 * copies, keys) + 20;
}
