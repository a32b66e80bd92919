// CPU rows beside the ladder of matrix products: f32, row-major, with or without a batch.
import { notApplicable, runsItself } from '@kernel-ladder/harness';
import type { Arrays, Demand, Family, Skip, Variant, VariantKind } from '@kernel-ladder/harness';
import { family, pickVariant } from '@kernel-ladder/kernel-gemm';
import type { GemmCase } from '@kernel-ladder/kernel-gemm';
import type { GemmTask } from './cpu/loops/gemm.ts';
import { cpuRows, loadedWith } from './cpu/rows.ts';
import type { CpuProblem, Loaded } from './cpu/rows.ts';
import { roundTrip } from './round-trip.ts';
import type { Trip } from './round-trip.ts';
import { sharedLike } from './cpu/shared.ts';
import { gemmArithmetic, gemmVendorRows } from './vendor/gemm.ts';
import { vendorHost } from './vendor/host.ts';
import { vendorRows } from './vendor/row.ts';
import { gemmLibraries } from './web/gemm.ts';

/** The products that a loop takes, as tasks. */
export const products: CpuProblem<GemmCase> = {
  plan: ({ m, n, k, batch, layout, epilogue, dtype }): Demand | Skip => {
    if (dtype !== 'f32') return notApplicable('the loop multiplies f32');
    if (layout !== 'nn' || epilogue !== 'none')
      return notApplicable('the loop takes row-major operands and no epilogue');
    // A once for every four columns of C, B packed, C written.
    return { implBytes: 4 * batch * (Math.ceil(n / 4) * m * k + k * n + m * n), longestSum: k };
  },
  flops: ({ m, n, k, batch }) => 2 * m * n * k * batch,
  flopsPerNs: 2,
  // The suite crossover goes through squares until one thread is far behind.
  mostSeconds: ({ m, n, k, batch }) => (m === n && n === k && batch === 1 && m <= 2048 ? 10 : undefined),
  load,
};

/** The kernels of the same products with their transfers. */
export const trip: Trip<GemmCase> = {
  family,
  beside: products,
  pick: pickVariant,
  kernels: new URL('kernels/', import.meta.resolve('@kernel-ladder/kernel-gemm')),
};

/** The family of products with rows on the CPU instead of kernels. */
export const gemmRows: Family<GemmCase, VariantKind> = {
  ...family,
  arithmetic: gemmArithmetic,
  variants: [
    ...cpuRows(products),
    roundTrip(trip),
    ...gemmLibraries,
    ...vendorRows(family, gemmVendorRows, vendorHost),
  ].map(forProblems),
  wrong: [],
};

// How many workgroups and threads a kernel has is no question for others: they have the product itself as a case.
function forProblems(row: Variant<GemmCase, VariantKind>): Variant<GemmCase, VariantKind> {
  if (!runsItself(row)) return row;
  return {
    ...row,
    plan: (params, device) =>
      asksKernels(params)
        ? notApplicable('the case asks for a launch of our kernels')
        : row.plan(params, device),
  };
}

function asksKernels({ groups, workgroup }: GemmCase): boolean {
  return (groups ?? workgroup) !== undefined;
}

function load({ m, n, k, batch }: GemmCase, { a, b }: Arrays): Loaded {
  if (!(a instanceof Float32Array && b instanceof Float32Array)) throw new Error('the loop multiplies f32');
  const task: GemmTask = {
    kind: 'gemm',
    m,
    n,
    k,
    batch,
    a,
    b,
    c: sharedLike(a, batch * m * n),
  };
  return loadedWith(task, { c: task.c });
}
