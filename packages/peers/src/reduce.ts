// CPU rows beside the reduction ladder: sum, least and greatest of a vector.
import { notApplicable } from '@kernel-ladder/harness';
import type { Arrays, Demand, Family, Skip, VariantKind } from '@kernel-ladder/harness';
import { family, pickVariant } from '@kernel-ladder/kernel-reduce';
import type { FoldOp, ReduceCase } from '@kernel-ladder/kernel-reduce';
import { foldPartials } from './cpu/loops/reduce.ts';
import type { ReduceTask, Vector } from './cpu/loops/reduce.ts';
import { cpuRows } from './cpu/rows.ts';
import type { CpuProblem, Loaded, Threads } from './cpu/rows.ts';
import { roundTrip } from './round-trip.ts';
import type { Trip } from './round-trip.ts';
import { isVectorOf32 } from './cpu/shared.ts';
import { reduceVendorRows } from './vendor/reduce.ts';
import { vendorHost } from './vendor/host.ts';
import { vendorRows } from './vendor/row.ts';
import { reduceLibraries } from './web/reduce.ts';

const folds: readonly FoldOp[] = ['sum', 'min', 'max'];

/** The reductions that a loop takes, as tasks. */
export const vectors: CpuProblem<ReduceCase> = {
  plan: (params): Demand | Skip => {
    const isVector = !('axes' in params) && !('segments' in params);
    if (!isVector || !foldOf(params))
      return notApplicable('the loop gives the sum or an extreme of a vector');
    if (params.dtype === 'f16-f32') return notApplicable('the loop takes 32-bit elements');
    // Sums are in f64: what is rounded to f32 is their total alone.
    return { implBytes: 4 * params.n + 4, longestSum: 1 };
  },
  flops: ({ n }) => n,
  flopsPerNs: 0.6,
  load,
};

/** The kernels of the same reductions with their transfers. */
export const trip: Trip<ReduceCase> = {
  family,
  beside: vectors,
  pick: ({ n }, device) => pickVariant(n, device),
  kernels: new URL('kernels/', import.meta.resolve('@kernel-ladder/kernel-reduce')),
};

/** The family of reductions with rows on the CPU instead of kernels. */
export const reduceRows: Family<ReduceCase, VariantKind> = {
  ...family,
  variants: [
    ...cpuRows(vectors),
    roundTrip(trip),
    ...reduceLibraries,
    ...vendorRows(family, reduceVendorRows, vendorHost),
  ],
  wrong: [],
};

function load(params: ReduceCase, { values }: Arrays, { threads }: Threads): Loaded {
  const op = foldOf(params);
  if (!op || !isVectorOf32(values)) throw new Error(`no loop takes ${params.op} of ${params.dtype}`);
  const task: ReduceTask = {
    kind: 'reduce',
    op,
    values,
    identity: identityOf(op, params.dtype),
    partials: new Float64Array(new SharedArrayBuffer(8 * threads)),
  };
  return {
    task,
    spoil: ({ result }) => void task.partials.fill(result?.[0] ?? Number.NaN),
    outputs: () => ({ result: asType(values, foldPartials(task)) }),
  };
}

function foldOf({ op }: ReduceCase): FoldOp | undefined {
  return folds.find((fold) => fold === op);
}

function asType(like: Vector, value: number): Vector {
  if (like instanceof Float32Array) return Float32Array.of(value);
  return like instanceof Int32Array ? Int32Array.of(value) : Uint32Array.of(value);
}

const largest = (2 - 2 ** -23) * 2 ** 127;
const extremes = {
  f32: { min: largest, max: -largest },
  i32: { min: 2 ** 31 - 1, max: -(2 ** 31) },
  u32: { min: 2 ** 32 - 1, max: 0 },
} as const;

// What an empty vector reduces to: 0, or the extreme that every element beats.
function identityOf(op: FoldOp, dtype: ReduceCase['dtype']): number {
  return op === 'sum' || dtype === 'f16-f32' ? 0 : extremes[dtype][op];
}
