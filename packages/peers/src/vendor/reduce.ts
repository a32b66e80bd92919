// Reductions of torch beside the ladder: its own kernels, for a vector and along axes.
import { notApplicable } from '@kernel-ladder/harness';
import type { Demand, Skip } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-reduce';
import type { ReduceCase } from '@kernel-ladder/kernel-reduce';
import { chainInBlocks } from './chains.ts';
import type { VendorRow } from './row.ts';

/** torch.sum, amin, amax, argmin and argmax. */
export const reduceVendorRows: readonly VendorRow<ReduceCase>[] = [
  {
    name: 'torch',
    summary: 'torch.sum, amin, amax, argmin or argmax; sums of f16 are in f32.',
    boundBy: 'memory bandwidth',
    library: { name: 'PyTorch', version: 'torch', licence: 'BSD-3-Clause' },
    plan: (params) => refuse(params) ?? demandOf(params),
  },
  {
    name: 'cub',
    summary:
      'cub::DeviceReduce and cub::DeviceSegmentedReduce of the installed CUDA Toolkit, compiled by nvcc.',
    boundBy: 'memory bandwidth; a block for each segment, whatever its length',
    library: { name: 'CUB', version: 'nvcc', licence: 'Apache-2.0 WITH LLVM-exception' },
    needs: 'nvcc',
    plan: (params) => refuseCub(params) ?? demandOf(params),
  },
];

function refuseCub(params: ReduceCase): Skip | null {
  if ('axes' in params) return notApplicable('CUB reduces vectors and segments');
  if ('workgroup' in params) return notApplicable('CUB chooses the size of its blocks');
  if (params.dtype === 'f16-f32') return notApplicable('the row takes 32-bit elements');
  return params.n === 0 ? notApplicable('nothing is launched') : null;
}

function refuse(params: ReduceCase): Skip | null {
  if ('segments' in params) return notApplicable('torch reduces vectors and tensors');
  if ('workgroup' in params) return notApplicable('torch chooses the size of its blocks');
  if (params.dtype === 'u32' && params.op !== 'sum') return notApplicable('torch compares no u32');
  if (params.n === 0) return notApplicable('torch has no extreme of nothing');
  return null;
}

function demandOf(params: ReduceCase): Demand {
  return { implBytes: family.work(params).minBytes, longestSum: chainInBlocks(params.n) };
}
