// Seeded rows, and the scale and shift of each column.
import { allocate, fillWithDraws } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Random } from '@kernel-ladder/harness';
import { drawInteger, itemWidth } from '@kernel-ladder/kernel-kit';
import type { Fill, NormCase } from './cases.ts';

/** Added to the variance or mean square before the root. */
export const epsilon = 1e-5;

/** `x`: rows × columns; `gamma` and, for layer normalisation, `beta`: one number a column. */
export function normInputs(params: NormCase, random: Random): Arrays {
  const x = allocate('f32', params.rows * params.columns);
  fills[params.fill]({ x, ...params }, random);
  const gamma = columnNumbers(params, () => random.uniform(0.5, 1.5));
  const beta = columnNumbers(params, () => random.uniform(-1, 1));
  return params.op === 'layernorm' ? { x, gamma, beta } : { x, gamma };
}

/** The row in which an observed input stands. */
export function oddRow({ rows }: Pick<NormCase, 'rows'>): number {
  return Math.floor(rows / 2);
}

function columnNumbers({ columns }: NormCase, draw: () => number): Float32Array {
  return new Float32Array(columns).map(draw);
}

interface Target {
  readonly x: NumberArray;
  readonly rows: number;
  readonly columns: number;
}

type FillRows = (target: Target, random: Random) => void;

// Uniform over ±√3 around the mean has deviation 1.
const halfWidth = Math.sqrt(3);

const fills: { readonly [Name in Fill]: FillRows } = {
  uniform: between(-0.75, 1.25),
  integers: ({ x }, random) => void fillWithDraws(x, () => drawInteger(random), random),
  faint: between(-5e-3, 5e-3),
  tiny: between(-1e-20, 1e-20),
  large: between(-1e15, 1e15),
  offset: between(1e4 - halfWidth, 1e4 + halfWidth),
  outlier: (target, random) => {
    fills.uniform(target, random);
    for (let row = 0; row < target.rows; row++) placeOutlier(target, row);
  },
  zeros: () => {},
  constant: ({ x, rows, columns }, random) => {
    for (let row = 0; row < rows; row++) x.fill(random.uniform(-4, 4), row * columns, (row + 1) * columns);
  },
  alternating: ({ x }) => void x.forEach((_, index) => (x[index] = index % 2 === 0 ? 1 : -1)),
  nan: oneOdd(Number.NaN),
  inf: oneOdd(Infinity),
};

function between(low: number, high: number): FillRows {
  return ({ x }, random) => void fillWithDraws(x, () => random.uniform(low, high), random);
}

// Two rows one below the other for each of the three places, then the same with the other sign.
function placeOutlier({ x, columns }: Target, row: number): void {
  const width = itemWidth(columns);
  const items = columns / width;
  const item = [0, Math.floor(items / 2), items - 1][Math.floor(row / 2) % 3] ?? 0;
  x[row * columns + item * width] = row % 12 < 6 ? -1e8 : 1e8;
}

function oneOdd(value: number): FillRows {
  return (target, random) => {
    fills.uniform(target, random);
    target.x[oddRow(target) * target.columns + Math.floor(target.columns / 2)] = value;
  };
}
