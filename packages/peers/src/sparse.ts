// Rows beside the ladders of sparse matrices.
import type { Arrays, Family, VariantKind } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-sparse';
import type { SparseCase } from '@kernel-ladder/kernel-sparse';
import type { SparseTask } from './cpu/loops/sparse.ts';
import { cpuRows, loadedWith } from './cpu/rows.ts';
import type { CpuProblem, Loaded } from './cpu/rows.ts';
import { sharedLike } from './cpu/shared.ts';
import { vendorHost } from './vendor/host.ts';
import { vendorRows } from './vendor/row.ts';
import { sparseVendorRows } from './vendor/sparse.ts';

/** Products of sparse matrices as tasks: the compressed rows, whatever other formats there are. */
export const sparseProducts: CpuProblem<SparseCase> = {
  // Sums are in f64, and rounded once.
  plan: (params) => ({ implBytes: family.work(params).minBytes, longestSum: 1 }),
  flops: (params) => family.work(params).flops,
  flopsPerNs: 0.4,
  load,
};

/** The family of sparse matrices with peers instead of kernels. */
export const sparseRows: Family<SparseCase, VariantKind> = {
  ...family,
  variants: [...cpuRows(sparseProducts), ...vendorRows(family, sparseVendorRows, vendorHost)],
  wrong: [],
};

function load({ rows, vectors }: SparseCase, { offsets, cols, vals, x }: Arrays): Loaded {
  if (!(offsets instanceof Uint32Array && cols instanceof Uint32Array))
    throw new Error('the loop takes offsets and cols as Uint32Array');
  if (!(vals instanceof Float32Array && x instanceof Float32Array))
    throw new Error('the loop takes vals and x as Float32Array');
  const y = sharedLike(x, rows * vectors);
  const task: SparseTask = { kind: 'sparse', vectors, offsets, cols, vals, x, y };
  return loadedWith(task, { y });
}
