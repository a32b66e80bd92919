// The rungs on the matrix unit, from one that does nothing to feed it to those that hide how they do.
import { tunable } from '@kernel-ladder/harness';
import type { Variant } from '@kernel-ladder/harness';
import type { GemmCase } from './cases.ts';
import { variant } from './plans/rung.ts';
import { refusePiped } from './plans/tensor-pipelined.ts';
import { pipedTuning } from './plans/tensor-space.ts';
import { refuseTensorSplit, tensorSplitTuning } from './plans/tensor-split-k.ts';
import { planTensor, planTensorUnfused, refuseTensor } from './plans/tensor.ts';
import { planTensorBasic, refuseTensorBasic } from './plans/tensor-basic.ts';

/** The rungs that multiply subgroup matrices. */
export const tensorRungs: readonly Variant<GemmCase>[] = [
  variant({
    name: 'tensor-basic',
    summary:
      'A subgroup multiplies 16 × 16 fragments of f16 or i8 that it loads straight from global memory: the matrix unit, and nothing to feed it.',
    boundBy: 'fragment loads: two from the caches for every product of the matrix unit',
    dtypes: ['f16-f32', 'f16', 'i8-i32'],
    refuse: refuseTensorBasic,
    plan: planTensorBasic,
  }),
  variant({
    name: 'tensor',
    summary:
      'Subgroup matrices multiply f16 or i8; a subgroup keeps 64 × 64 sums, an epilogue takes them through workgroup memory.',
    boundBy:
      'fragments are loaded from workgroup memory for every 16 x 16 x 16 step: WGSL has no asynchronous copy and no warpgroup product',
    dtypes: ['f16-f32', 'f16', 'i8-i32', 'f32'],
    refuse: (params, device) => refuseTensor(params, device),
    plan: (params, device) => planTensor(params, device),
  }),
  variant({
    name: 'tensor-pipelined',
    summary:
      'Subgroup matrices from two stages of workgroup memory: one is filled, by whole lines, while the other is multiplied; bytes are turned on their way in.',
    boundBy:
      'the matrix unit’s reads of workgroup memory, and registers: WGSL has no asynchronous copy and no warpgroup product',
    dtypes: ['f16-f32', 'f16', 'i8-i32'],
    refuse: refusePiped,
    ...tunable(pipedTuning),
  }),
  variant({
    name: 'tensor-split-k',
    summary:
      'The pipelined tensor kernel by several workgroups for a tile, each with a part of K; a second pass adds up their sums in order.',
    boundBy: 'partial sums written and read again',
    dtypes: ['f16-f32'],
    refuse: refuseTensorSplit,
    ...tunable(tensorSplitTuning),
  }),
  variant({
    name: 'tensor-unfused',
    summary: 'The tensor kernel, then the epilogue in a pass of its own.',
    boundBy: 'as tensor, and C passes through memory once more',
    dtypes: ['f16-f32', 'f16', 'i8-i32'],
    takes: 'fusable',
    refuse: (params, device) => refuseTensor(params, device),
    plan: planTensorUnfused,
  }),
];
