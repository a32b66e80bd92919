// Sorts of torch and of CUB beside the ladder.
import { notApplicable } from '@kernel-ladder/harness';
import type { Demand, Skip } from '@kernel-ladder/harness';
import { family, isTable } from '@kernel-ladder/kernel-sort';
import type { KeyCase } from '@kernel-ladder/kernel-sort';
import type { VendorRow } from './row.ts';

/** torch.sort, and cub::DeviceRadixSort itself. */
export const sortVendorRows: readonly VendorRow<KeyCase>[] = [
  {
    name: 'torch',
    summary:
      'torch.sort, which carries an index of eight bytes along; values come by index_select; of u32 the sign bits are turned before and behind.',
    boundBy: 'memory bandwidth of a radix sort of keys and indices',
    library: { name: 'PyTorch', version: 'torch', licence: 'BSD-3-Clause' },
    plan: demandOf,
  },
  {
    name: 'cub',
    summary:
      'cub::DeviceRadixSort of the installed CUDA Toolkit, compiled by nvcc: keys alone, or pairs of 32 bits each.',
    boundBy: 'counters in shared memory; then memory bandwidth, nine times 4 bytes a key',
    library: { name: 'CUB', version: 'nvcc', licence: 'Apache-2.0 WITH LLVM-exception' },
    needs: 'nvcc',
    plan: demandOf,
  },
];

function demandOf(params: KeyCase): Demand | Skip {
  if (isTable(params)) return notApplicable('neither has a table of such slots');
  if (params.n === 0) return notApplicable('nothing is launched');
  if (params.dtype === 'f32' && params.fill !== 'uniform')
    return notApplicable('takes both zeros for equal, and puts NaNs elsewhere: floats are uniform numbers');
  return { implBytes: family.work(params).minBytes, longestSum: 1 };
}
