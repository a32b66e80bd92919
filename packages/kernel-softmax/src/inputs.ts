// Seeded logits and the padding mask.
import { allocate, fill, fillWithDraws } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Random } from '@kernel-ladder/harness';
import type { Fill, SoftmaxCase } from './cases.ts';

/** 1/√64: what attention heads of 64 scale their logits by. Applied where there is a mask. */
export const maskScale = 0.125;

/** `x`: rows × columns logits; with a mask also `keep`: a word a column, 0 where it is masked out. */
export function softmaxInputs(params: SoftmaxCase, random: Random, structure: Random): Arrays {
  const x = allocate(params.dtype, params.rows * params.columns);
  const keep = params.mask === 'none' ? null : keepWords(params, structure);
  fills[params.fill]({ x, keep, ...params }, random);
  return keep ? { x, keep } : { x };
}

/** The row in which an observed input stands. */
export function oddRow({ rows }: Pick<SoftmaxCase, 'rows'>): number {
  return Math.floor(rows / 2);
}

/** The column of the one NaN or infinity. */
function oddColumn({ columns }: Pick<SoftmaxCase, 'columns'>): number {
  return Math.floor(columns / 2);
}

// Columns 0 and the odd one always count, so that what stands there is never masked away.
function keepWords(params: SoftmaxCase, structure: Random): Uint32Array {
  const keep = new Uint32Array(params.columns);
  if (params.mask === 'all') return keep;
  for (let column = 0; column < keep.length; column++) keep[column] = structure.integer(0, 3) > 0 ? 1 : 0;
  return keep.fill(1, 0, 1).fill(1, oddColumn(params), oddColumn(params) + 1);
}

interface Target {
  readonly x: NumberArray;
  readonly keep: Uint32Array | null;
  readonly rows: number;
  readonly columns: number;
}

type FillRows = (target: Target, random: Random) => void;

const fills: { readonly [Name in Fill]: FillRows } = {
  uniform: between(-4, 4),
  wide: between(-80, 80),
  low: between(-1e4 - 1, -1e4 + 1),
  offset: between(1e4 - 1, 1e4 + 1),
  zeros: () => {},
  floor: ({ x }) => void x.fill(-1e30),
  constant: ({ x, rows, columns }, random) => {
    for (let row = 0; row < rows; row++) x.fill(random.uniform(-4, 4), row * columns, (row + 1) * columns);
  },
  counts: ({ x }, random) => void fillWithDraws(x, () => (random.integer(0, 7) > 0 ? 0 : -1e4), random),
  masked: (target, random) => {
    const { x, keep, columns } = target;
    fills.uniform(target, random);
    if (keep) fill(x, (index) => (keep[index % columns] ? (x[index] ?? 0) : 1e4));
  },
  peak: onePerRow(between(-4, 4), 1e4),
  spike: onePerRow(() => {}, 1e30),
  nan: oneOddRow((row, column) => row.fill(Number.NaN, column, column + 1)),
  'minus-inf': oneOddRow((row, column) => row.fill(-Infinity, column, column + 1)),
  'all-minus-inf': oneOddRow((row) => row.fill(-Infinity)),
  'plus-inf': oneOddRow((row, column) => row.fill(Infinity, column, column + 1)),
};

function between(low: number, high: number): FillRows {
  return ({ x }, random) => void fillWithDraws(x, () => random.uniform(low, high), random);
}

// Row 0 has it in column 0, which is never masked out; the others each in a stretch of their own, so that many rows have it everywhere.
function onePerRow(rest: FillRows, value: number): FillRows {
  return (target, random) => {
    rest(target, random);
    const { x, rows, columns } = target;
    if (columns === 0) return;
    for (let row = 0; row < rows; row++)
      x[row * columns + (row === 0 ? 0 : Math.floor(((row + random.uniform(0, 1)) * columns) / rows))] =
        value;
  };
}

function oneOddRow(change: (row: NumberArray, column: number) => void): FillRows {
  return (target, random) => {
    fills.uniform(target, random);
    const row = oddRow(target);
    change(target.x.subarray(row * target.columns, (row + 1) * target.columns), oddColumn(target));
  };
}
