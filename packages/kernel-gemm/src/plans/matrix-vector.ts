// Products with one column, or with one row of a B along K: a matrix is read once, row by row, beside a vector.
import { generated, notApplicable, sizeClass, tunable, tuningWhere } from '@kernel-ladder/harness';
import type { Constraint, Cost, DeviceFacts, Plan, Skip, Space } from '@kernel-ladder/harness';
import { gridOf, refuseOver, remembering } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { addedInput, specOf } from '../kernels/epilogue.ts';
import { rowsOf, stepOf, vectorBytes, vectorKernel } from '../kernels/matrix-vector.wgsl.ts';
import type { VectorTile } from '../kernels/matrix-vector.wgsl.ts';
import { fewRows } from './few-rows.ts';
import { inputOf } from './register.ts';
import { elementBytes, finishBytes, outputBytes } from './traffic.ts';

const vectorText = remembering(vectorKernel);

/** Which operand is the matrix, and how many rows along K it has. */
interface Matrix {
  readonly name: 'a' | 'b';
  readonly rows: number;
}

// Null where neither operand is a vector beside rows along K.
function matrixOf({ m, n, layout }: GemmCase): Matrix | null {
  if (n === 1 && layout[0] === 'n') return { name: 'a', rows: m };
  return m === 1 && layout[1] === 't' ? { name: 'b', rows: n } : null;
}

// One column, and A by its rows across K: C[M, 1] is C[1, M] of the product turned round, whose B is this A.
function isAcross({ n, batch, layout, epilogue }: GemmCase): boolean {
  return n === 1 && layout[0] === 't' && batch === 1 && specOf(epilogue).adds !== 'bias';
}

/** Why a product is left to others; null when it is not. */
export function refuseMatrixVector(params: GemmCase): Skip | null {
  if (matrixOf(params) !== null || isAcross(params)) return null;
  return notApplicable(
    'matrix-vector takes one column, of an A stored transposed without a batch or a bias, or one row where B is stored transposed',
  );
}

const tuned = tunable<GemmCase, VectorTile>({
  rung: 'matrix-vector',
  classOf: (params) => {
    const { k, batch, dtype } = params;
    const rows = matrixOf(params)?.rows ?? 0;
    return [dtype, `rows=${sizeClass(batch * rows)}`, `k=${sizeClass(k)}`].join(',');
  },
  space: vectorSpace,
  plan: planMatrixVector,
});

/** The rung, whose plan takes what the machine's table has for such a product. */
export const matrixVector = {
  plan: tuned.plan,
  tuning: tuningWhere<GemmCase, GemmCase>(
    tuned.tuning,
    (params): params is GemmCase => matrixOf(params) !== null,
    'rows across K are multiplied as few-rows does',
  ),
} as const;

/** Plans products of at least one term and one element that `refuseMatrixVector` lets through. */
export function planMatrixVector(params: GemmCase, device: DeviceFacts, tile: VectorTile): Plan | Skip {
  const matrix = matrixOf(params);
  if (matrix === null) return planAcross(params, device);
  const { k, batch, epilogue } = params;
  const { rows } = matrix;
  const grid = gridOf(Math.ceil(rows / rowsOf(tile)), batch);
  const problem = {
    m: rows,
    n: 1,
    k,
    layout: 'nt',
    batch,
    parts: 1,
    grid,
    epilogue,
    sum: 'f32',
    input: inputOf(params),
    isBiasByRow: matrix.name === 'b',
  } as const;
  const added = addedInput(epilogue);
  const vector = matrix.name === 'a' ? 'b' : 'a';
  return (
    refuseOver(device, 'maxComputeInvocationsPerWorkgroup', tile.threads) ??
    refuseOver(device, 'maxComputeWorkgroupStorageSize', vectorBytes(tile)) ?? {
      passes: [
        {
          wgsl: generated('matrix-vector.wgsl.ts', vectorText(problem, tile)),
          bindings: [matrix.name, vector, 'c', ...(added === null ? [] : [added])],
          workgroups: grid,
        },
      ],
      implBytes: readBytes(params, rows, tile) + outputBytes(params) + finishBytes(params),
      longestSum: Math.ceil(k / stepOf(tile)) * tile.unroll + 2 + Math.log2(tile.lanes),
    }
  );
}

function planAcross(params: GemmCase, device: DeviceFacts): Plan | Skip {
  const turned = fewRows.plan({ ...params, m: 1, n: params.m, layout: 'nn' }, device);
  if ('skip' in turned) return turned;
  const others: { readonly [name: string]: string } = { a: 'b', b: 'a' };
  const passes = turned.passes.map((pass) => ({
    ...pass,
    bindings: pass.bindings.map((name) => (typeof name === 'string' ? (others[name] ?? name) : name)),
  }));
  return { ...turned, passes };
}

// The matrix once, and the vector once for the rows of a thread, in all workgroups. Halves in rows that are no whole vec4s are picked from a
// word each.
function readBytes(params: GemmCase, rows: number, tile: VectorTile): number {
  const { k, batch } = params;
  const { input } = elementBytes(params);
  const picked = k % 4 === 0 ? input : 4;
  const walkers = (Math.ceil(rows / rowsOf(tile)) * tile.threads) / tile.lanes;
  return picked * batch * k * (rows + walkers);
}

// From so many rows on, each has few threads and all of them are busy.
const manyRows = 2 ** 13;

/** The tile of a product: the fewer rows there are, the more threads walk along one. */
export function vectorTileFor(params: GemmCase, { software }: DeviceFacts): VectorTile {
  const rows = params.batch * (matrixOf(params)?.rows ?? 0);
  if (software) return { threads: 64, lanes: 8, together: 2, unroll: 1 };
  if (rows < 512) return { threads: 256, lanes: 256, together: 1, unroll: 4 };
  return { threads: 256, lanes: rows < manyRows ? 64 : 32, together: 2, unroll: 4 };
}

const constraints: readonly Constraint<VectorTile>[] = [
  {
    why: 'What is under way fits into registers.',
    holds: ({ together, unroll }) => together * unroll <= 16,
  },
  { why: 'A row has no more threads than its workgroup.', holds: ({ lanes, threads }) => lanes <= threads },
];

function vectorSpace(params: GemmCase, device: DeviceFacts): Space<VectorTile> {
  return {
    values: {
      threads: device.software ? [64] : [128, 256, 512],
      lanes: device.software ? [8, 32] : [16, 32, 64, 128, 256],
      together: [1, 2, 4],
      unroll: device.software ? [1] : [1, 2, 4, 8],
    },
    constraints,
    model: (tile) => costOf(params, tile),
    usual: vectorTileFor(params, device),
  };
}

function costOf(params: GemmCase, tile: VectorTile): Cost {
  const rows = matrixOf(params)?.rows ?? params.m;
  return {
    threads: tile.threads,
    registers: 4 * (tile.together * (tile.unroll + 1) + tile.unroll) + 16,
    workgroupBytes: vectorBytes(tile),
    workgroups: params.batch * Math.ceil(rows / rowsOf(tile)),
    bytes: { memory: elementBytes(params).input * params.batch * params.k * rows },
  };
}
