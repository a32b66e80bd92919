// The numbers behind the pipelined tensor kernel, from its tile.
import type { Layout as Order } from '../../cases.ts';
import { fragment, kinds, stageResults } from '../tensor/layout.ts';
import type { Staged, TensorKind, TensorProblem } from '../tensor/layout.ts';

/** Tile of a workgroup (bm x bn x bk, in elements), how many subgroups share it, and how its slabs of bk along K come in. */
export type PipedTile = {
  readonly bm: number;
  readonly bn: number;
  readonly bk: number;
  readonly subgroupsDown: number;
  readonly subgroupsAcross: number;
  /** Slabs that workgroup memory holds: with two, one is filled while the other is multiplied, and a slab costs one barrier. */
  readonly stages: 1 | 2;
  /** Slabs that one load of an operand along K spans, so that it takes whole lines of 128 bytes: 1, 2 or 4. */
  readonly reach: 1 | 2 | 4;
  /**
   * Rounds of loads on their way at once: with two, the loads of a slab have the time of two slabs, and twice the registers. Four are for small tiles,
   * whose slabs are multiplied sooner than the second-level cache answers.
   */
  readonly flight: 1 | 2 | 4;
  /**
   * Where staging stands in the text: all of it amid the products; one load or store at a time between them, so that they take turns with
   * the matrix unit; or, with two stages, loads before the products and stores behind them, so that no load crosses a barrier.
   */
  readonly staging: 'amid' | 'between' | 'around';
  /** Whether operands along K are copied slab by slab before, so that a slab is whole lines, one behind the other. */
  readonly packs: boolean;
  /** Whether fragments of an A along K come straight from storage, laid out one by one before; only B is staged then. */
  readonly straight: boolean;
  /** Whether fragments are loaded one product ahead, over the barrier too. Takes two stages, and registers. */
  readonly ahead: boolean;
  /**
   * Fragments of B that are loaded ahead, one by one, each beside the products of one before it and over the barrier; 0 for all of a product at once,
   * before it. For an A that comes straight.
   */
  readonly streams: 0 | 1 | 3 | 7;
  /** Whether bytes that do not lie along K are turned on their way in: the matrix unit wants four of them along K in a word. */
  readonly turns: boolean;
  /**
   * Whether bare sums of whole tiles go straight to C, not through workgroup memory. Large tiles are faster without: a fragment's row of 64 bytes is
   * half a line.
   */
  readonly direct: boolean;
  /** Rows of tiles walked together, for the second-level cache. */
  readonly band: number;
};

/** A product of whole tiles, a batch of them or the parts of its K along the grid's z. */
export interface PipedProblem extends TensorProblem {
  /** Parts of K, whose sums lie one behind the other in C; more than one only for a batch of one. */
  readonly parts: number;
}

/** How an operand comes into workgroup memory: as it lies, with rows along K or across it, or turned; or past it, straight. */
export type Way = 'along' | 'across' | 'turned' | 'straight';

/** One operand's slab in workgroup memory, in vec4us: `rows` of `width`, `stride` from one to the next. */
export interface Slab {
  readonly way: Way;
  /** Rows of A or columns of B in the tile. */
  readonly side: number;
  readonly rows: number;
  readonly width: number;
  readonly stride: number;
  /** Whether it has been copied slab by slab before. */
  readonly isPacked: boolean;
  /** Slabs that one round of loads brings. */
  readonly reach: number;
  /** Rounds of loads of a thread for those slabs: `reach` vec4us each along K, a vec4u across, 16 words turned. */
  readonly copies: number;
}

/** A tile and what follows from it. */
export interface PipedLayout extends PipedTile {
  readonly kind: TensorKind;
  readonly order: Order;
  /** Elements in a vec4u; rows and columns of a fragment of C, and elements along K in one of A or B. */
  readonly packed: number;
  readonly side: number;
  readonly deep: number;
  readonly threads: number;
  /** A subgroup's part of the tile, in elements. */
  readonly partM: number;
  readonly partN: number;
  readonly a: Slab;
  readonly b: Slab;
  /** Where B begins in a stage, from one stage to the next, and the length of all, in vec4us. */
  readonly startB: number;
  readonly stageLength: number;
  readonly length: number;
  /** Slabs that the body of the loop spells out, so that every stage and every held register has a name of its own. */
  readonly unrolled: number;
  readonly isDirect: boolean;
  readonly staged: Staged;
}

/** Threads of a workgroup: subgroups of 32. */
export function pipedThreads(tile: PipedTile): number {
  return tile.subgroupsDown * tile.subgroupsAcross * 32;
}

/** What a layout depends on besides the tile. */
export type PipedShape = Pick<TensorProblem, 'layout' | 'kind' | 'epilogue' | 'rows' | 'columns'>;

/** Lays a kernel out; throws with what does not come out even. */
export function layOutPiped(tile: PipedTile, shape: PipedShape): PipedLayout {
  const uneven = unevenness(tile, shape);
  if (uneven !== null) throw new Error(`tile ${JSON.stringify(tile)}: ${uneven}`);
  return numbersOf(tile, shape);
}

/** What does not come out even in a tile, in words; null where all does. */
export function unevenness(tile: PipedTile, shape: PipedShape): string | null {
  const { a, b, partM, partN, staged, isDirect } = numbersOf(tile, shape);
  const { deep } = kinds[shape.kind];
  if (!isWhole([partM / fragment, partN / fragment, tile.bk / deep])) return 'parts must be whole fragments';
  if (![a, b].every((slab) => isEven(slab, pipedThreads(tile))))
    return 'slabs must split evenly among threads';
  if (!isDirect && !isWhole([staged.copies, fragment / staged.rowsAtOnce]))
    return 'rows of results must split evenly among threads';
  if (tile.streams >= (tile.bk / deep) * (partN / fragment))
    return 'fragments of B that stream are fewer than those of a slab';
  return clashes.find(([, is]) => is(tile))?.[0] ?? null;
}

// What in a tile excludes each other, whatever its numbers are.
const clashes: readonly (readonly [why: string, is: (tile: PipedTile) => boolean])[] = [
  ['fragments of the next slab need a stage of their own', ({ ahead, stages }) => ahead && stages === 1],
  [
    'a slab that is stored behind products needs a stage of its own',
    ({ staging, stages }) => staging === 'around' && stages === 1,
  ],
  [
    'fragments of B stream over a barrier: a slab needs a stage of its own',
    ({ streams, stages }) => streams > 0 && stages === 1,
  ],
  ['fragments that come straight are loaded a slab ahead', ({ straight, ahead }) => straight && ahead],
  [
    'fragments of B stream beside an A that comes straight',
    ({ streams, straight }) => streams > 0 && !straight,
  ],
  ['packed slabs are whole lines already', ({ packs, reach }) => packs && reach > 1],
];

function isWhole(numbers: readonly number[]): boolean {
  return numbers.every((number) => Number.isInteger(number) && number > 0);
}

function isEven({ way, side, width, copies, reach }: Slab, threads: number): boolean {
  if (way === 'straight') return true;
  if (!isWhole([copies])) return false;
  // Eight lanes store to workgroup memory at once; along K they take whole rows, or whole parts of a row.
  if (way === 'along') return [2, 4, 8].includes(width) && width * reach <= 8 && threads % (8 * width) === 0;
  // Turned, a row of the slab is a word of four for each lane.
  return threads % (way === 'turned' ? side / 4 : width) === 0;
}

function numbersOf(tile: PipedTile, shape: PipedShape): PipedLayout {
  const { bm, bn, subgroupsDown, subgroupsAcross, stages } = tile;
  const { kind, layout: order } = shape;
  const { packed, deep, sums } = kinds[kind];
  const threads = pipedThreads(tile);
  const isStraight = tile.straight && order[0] === 'n';
  const a = isStraight ? straightSlab(bm) : slabOf(tile, { kind, side: bm, isAlongK: order[0] === 'n' });
  const b = slabOf(tile, { kind, side: bn, isAlongK: order[1] === 't' });
  const staged = stageResults({ rows: subgroupsDown * fragment, width: bn / sums, threads });
  const isDirect =
    tile.direct && shape.epilogue === 'none' && shape.rows % bm === 0 && shape.columns % bn === 0;
  const startB = a.rows * a.stride;
  const stageLength = startB + b.rows * b.stride;
  return {
    ...tile,
    kind,
    order,
    packed,
    side: fragment,
    deep,
    threads,
    partM: bm / subgroupsDown,
    partN: bn / subgroupsAcross,
    a,
    b,
    startB,
    stageLength,
    length: Math.max(stages * stageLength, isDirect ? 0 : staged.rows * staged.stride),
    unrolled: Math.max(stages, tile.flight * a.reach, tile.flight * b.reach),
    isDirect,
    staged,
  };
}

// Nothing of it is in workgroup memory; a subgroup loads as many rows as its part has.
function straightSlab(side: number): Slab {
  return { way: 'straight', side, rows: 0, width: 0, stride: 0, isPacked: false, reach: 1, copies: 0 };
}

interface Side {
  readonly kind: TensorKind;
  readonly side: number;
  readonly isAlongK: boolean;
}

// A vec4u of padding makes a stride of an odd number of vec4us: eight rows at one place then lie in eight different groups of banks.
function slabOf(tile: PipedTile, { kind, side, isAlongK }: Side): Slab {
  const { bk, turns } = tile;
  const { packed, input } = kinds[kind];
  const threads = pipedThreads(tile);
  const way = isAlongK ? 'along' : turns && input === 'i8' ? 'turned' : 'across';
  const [rows, columns] = way === 'across' ? [bk, side] : [side, bk];
  const width = columns / packed;
  const inSlab = (rows * width) / threads;
  const isPacked = tile.packs && way === 'along';
  const shared = { way, side, rows, width, stride: width + 1, isPacked } as const;
  if (way === 'along') return { ...shared, reach: tile.reach, copies: inSlab };
  if (way === 'across') return { ...shared, reach: 1, copies: inSlab };
  // A thread turns blocks of 16 along K by four: where a slab has too few of them, a round of loads brings several slabs.
  const reach = [1, 2, 4].find((slabs) => Number.isInteger((slabs * inSlab) / 4)) ?? 1;
  return { ...shared, reach, copies: (reach * inSlab) / 4 };
}
