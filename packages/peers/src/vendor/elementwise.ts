// Maps of torch and as a Triton program beside the ladder.
import { notApplicable } from '@kernel-ladder/harness';
import { factor, family, high, low } from '@kernel-ladder/kernel-elementwise';
import type { ElementwiseCase } from '@kernel-ladder/kernel-elementwise';
import type { VendorRow } from './row.ts';

// Those whose every bit the family knows, and the fused product of saxpy: exponentials of Triton are its own.
const tritonMaps: readonly string[] = ['add', 'scale', 'saxpy', 'relu', 'clamp'];

/** torch's own kernels, one call an operator; and a block of elements a program. */
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
  {
    name: 'triton',
    summary: 'A Triton program reads a block of 1024 elements, maps it and writes it.',
    boundBy: 'memory bandwidth',
    library: { name: 'Triton program', version: 'triton', licence: 'MIT' },
    needs: 'triton',
    constants: { factor, low, high },
    plan: (params) => {
      if (params.n === 0) return notApplicable('nothing is launched');
      if (params.dtype !== 'f32' || !tritonMaps.includes(params.op))
        return notApplicable(
          'the program adds, scales, does both, keeps what is positive, or clamps, in f32',
        );
      return { implBytes: family.work(params).minBytes, longestSum: 1 };
    },
  },
];
