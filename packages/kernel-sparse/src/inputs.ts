// The seeded inputs of a case: one matrix in every format that suits it, and what it is multiplied with.
import { allocate, fillWithDraws } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Random } from '@kernel-ladder/harness';
import { drawInteger } from '@kernel-ladder/kernel-kit';
import { columnsOf } from './cases/kinds.ts';
import type { Fill, SparseCase } from './cases/kinds.ts';
import { blockArrays, ellArrays } from './inputs/formats.ts';
import { drawPlaces } from './inputs/matrix.ts';

/**
 * `offsets`, `cols`, `vals`: the matrix in compressed rows, its places the same under every seed; `ellCols`, `ellVals` and
 * `blockOffsets`, `blockCols`, `blockVals`: the same in other formats; `x`: columns × vectors, row by row.
 */
export function sparseInputs(params: SparseCase, random: Random, structure: Random): Arrays {
  const { offsets, cols } = drawPlaces(params, structure);
  const { entry, factor } = draws[params.fill](random);
  const vals = fillWithDraws(allocate('f32', params.nnz), entry, random);
  const x = fillWithDraws(allocate('f32', columnsOf(params) * params.vectors), factor, random);
  spoil(params.fill, vals, x);
  const matrix = { offsets, cols, vals };
  return { ...matrix, x, ...ellArrays(params, matrix), ...blockArrays(params, matrix) };
}

/** Where a fill puts its NaN or infinity, if it does. */
export function oddPlace({
  fill,
  nnz,
}: SparseCase): { readonly entry: number } | { readonly element: number } | null {
  if (fill === 'nan') return { entry: Math.floor(nnz / 2) };
  return fill === 'inf' ? { element: 0 } : null;
}

function spoil(fill: Fill, vals: NumberArray, x: NumberArray): void {
  if (fill === 'nan' && vals.length > 0) vals[Math.floor(vals.length / 2)] = Number.NaN;
  if (fill === 'inf' && x.length > 0) x[0] = Infinity;
}

type Draws = (random: Random) => { readonly entry: () => number; readonly factor: () => number };

const evenly: Draws = (random) => {
  const draw = () => random.uniform(-1, 1);
  return { entry: draw, factor: draw };
};

const draws: { readonly [Name in Fill]: Draws } = {
  uniform: evenly,
  nan: evenly,
  inf: evenly,
  integers: (random) => ({ entry: () => drawInteger(random), factor: () => drawInteger(random) }),
  'one-sided': (random) => {
    const draw = () => random.uniform(0.5, 1);
    return { entry: draw, factor: draw };
  },
  mixed: (random) => ({
    entry: () => random.uniform(-1, 1) * 10 ** random.uniform(-15, 15),
    factor: () => random.uniform(-1, 1),
  }),
};
