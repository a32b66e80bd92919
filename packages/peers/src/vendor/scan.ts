// Prefix sums of torch and of CUB beside the ladder.
import { notApplicable } from '@kernel-ladder/harness';
import type { Demand, Skip } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-scan';
import type { ScanCase } from '@kernel-ladder/kernel-scan';
import { chainInBlocks } from './chains.ts';
import type { VendorRow } from './row.ts';

/** torch.cumsum, and cub::DeviceScan itself. */
export const scanVendorRows: readonly VendorRow<ScanCase>[] = [
  {
    name: 'torch',
    summary: 'torch.cumsum of a vector, which is the cub::DeviceScan that torch was built with.',
    boundBy: 'latency of the look-back',
    library: { name: 'PyTorch', version: 'torch', licence: 'BSD-3-Clause' },
    plan: (params) =>
      params.mode === 'exclusive' ? notApplicable('torch.cumsum is inclusive') : demandOf(params),
  },
  {
    name: 'cub',
    summary:
      'cub::DeviceScan of the installed CUDA Toolkit, compiled by nvcc: one read, one write, look-back.',
    boundBy: 'latency of the look-back',
    library: { name: 'CUB', version: 'nvcc', licence: 'Apache-2.0 WITH LLVM-exception' },
    needs: 'nvcc',
    plan: demandOf,
  },
];

function demandOf(params: ScanCase): Demand | Skip {
  if (params.n === 0) return notApplicable('nothing is launched');
  return { implBytes: family.work(params).minBytes, longestSum: chainInBlocks(params.n) };
}
