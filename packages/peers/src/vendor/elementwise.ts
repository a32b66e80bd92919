// Maps of torch beside the ladder.
import { notApplicable } from '@kernel-ladder/harness';
import { factor, family, high, low } from '@kernel-ladder/kernel-elementwise';
import type { ElementwiseCase } from '@kernel-ladder/kernel-elementwise';
import type { VendorRow } from './row.ts';

/** torch's own kernels, one call an operator. */
export const elementwiseVendorRows: readonly VendorRow<ElementwiseCase>[] = [
  {
    name: 'torch',
    summary: 'torch.add, mul, relu, clamp, gelu, silu or copy_: one kernel of torch a call.',
    boundBy: 'memory bandwidth',
    library: { name: 'PyTorch', version: 'torch', licence: 'BSD-3-Clause' },
    constants: { factor, low, high },
    plan: (params) => {
      if (params.n === 0) return notApplicable('nothing is launched');
      if (params.dtype === 'u32') return notApplicable('torch adds no unsigned words');
      if (params.op === 'gelu-tanh')
        return notApplicable('the tanh form of torch loses digits where the result is small');
      return { implBytes: family.work(params).minBytes, longestSum: 1 };
    },
  },
];
