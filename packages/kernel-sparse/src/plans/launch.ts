// What the plans of all rungs share: which products they take, their traffic, and grids.
import { notApplicable } from '@kernel-ladder/harness';
import type { Constants, DeviceFacts, Pass, Plan, PlanCase, Skip } from '@kernel-ladder/harness';
import { subgroupMin } from '@kernel-ladder/kernel-kit';
import type { SparseCase } from '../cases/kinds.ts';

/** Invocations of a workgroup. */
export const workgroup = 256;

/** The buffers of compressed rows, in the order of the bindings. */
export const csrBindings = ['offsets', 'cols', 'vals', 'x', 'y'] as const;

type Planned = (params: SparseCase, device: DeviceFacts) => Plan | Skip;

/** A rung for one vector; of no rows nothing is to be written. */
export function oneVector(plan: Planned): PlanCase<SparseCase> {
  return (params, device) =>
    params.vectors > 1
      ? notApplicable('multiplies with one vector')
      : unlessEmpty(params, () => plan(params, device));
}

/** A rung for several vectors. */
export function severalVectors(plan: Planned): PlanCase<SparseCase> {
  return (params, device) =>
    params.vectors === 1
      ? notApplicable('multiplies with several vectors')
      : unlessEmpty(params, () => plan(params, device));
}

function unlessEmpty({ rows }: SparseCase, plan: () => Plan | Skip): Plan | Skip {
  return rows === 0 ? { passes: [], implBytes: 0, longestSum: 0 } : plan();
}

/** Bytes that a kernel asks for whose entries are each loaded once: an entry and its column, a row of X for each, two offsets a row, and Y. */
export function csrBytes({ rows, nnz, vectors }: SparseCase): number {
  return (8 + 4 * vectors) * nnz + (8 + 4 * vectors) * rows;
}

/** The last vec4 that one of the entries is in. */
export function lastQuad({ nnz }: SparseCase): number {
  return Math.max(0, Math.ceil(nnz / 4) - 1);
}

/** Bounds of the subgroup size, as kernels name them. */
export function laneCounts(device: DeviceFacts): Constants & { readonly SUBGROUP_MIN: number } {
  const least = subgroupMin(device);
  return { SUBGROUP_MIN: least, SUBGROUP_MAX: Math.max(least, device.subgroupMaxSize) };
}

/** A plan of one pass. */
export function onePass(pass: Pass, demand: Pick<Plan, 'implBytes' | 'longestSum'>): Plan {
  return { passes: [pass], ...demand };
}

/** The least power of two that is not below a number; 1 for anything up to 1. */
export function powerOfTwo(value: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, value)));
}
