// Products of torch beside the ladders of sparse matrices.
import { notApplicable } from '@kernel-ladder/harness';
import { columnsOf, family, longestRow } from '@kernel-ladder/kernel-sparse';
import type { SparseCase } from '@kernel-ladder/kernel-sparse';
import type { VendorRow } from './row.ts';

/** A tensor in compressed rows times a dense one: cuSPARSE's own kernels. */
export const sparseVendorRows: readonly VendorRow<SparseCase>[] = [
  {
    name: 'torch',
    summary: 'a CSR tensor of torch, with indices of 32 bits, times a dense vector or matrix: cuSPARSE.',
    boundBy: 'memory bandwidth, and how even its shares of the rows are',
    library: { name: 'PyTorch', version: 'torch', licence: 'BSD-3-Clause' },
    reads: ['offsets', 'cols', 'vals', 'x'],
    plan: (params) => {
      if (params.rows * params.nnz * columnsOf(params) === 0) return notApplicable('nothing is launched');
      return { implBytes: family.work(params).minBytes, longestSum: longestRow(params) };
    },
  },
];
