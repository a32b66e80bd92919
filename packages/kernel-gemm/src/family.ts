// Dense matrix product C = A·B: the same 2·M·N·K operations, with less and less memory traffic for each.
import type { Family } from '@kernel-ladder/harness';
import { cases, edgeCases } from './cases.ts';
import type { GemmCase } from './cases.ts';
import { elementBytes } from './grid.ts';
import { createInputs } from './inputs.ts';
import { createOracle, tolerance } from './oracle.ts';
import { planNaive, planTiled, refuseLong } from './plain.ts';
import { planRegister } from './register.ts';
import { planSubgroup, refuseSubgroup } from './subgroup.ts';
import { planTensor, refuseTensor } from './tensor.ts';
import { variant } from './variant.ts';
import { wrong } from './wrong.ts';

/** The gemm family. */
export const family: Family<GemmCase> = {
  name: 'gemm',
  title: 'Matrix product C[m, n] = A[m, k] · B[k, n]',
  params: [{ key: 'm' }, { key: 'n' }, { key: 'k' }, { key: 'fill', default: 'uniform' }],
  headline: { cache: 'hot', metric: 'gflops' },
  cases,
  edgeCases,
  variants: [
    variant({
      name: 'naive',
      summary: 'One thread per element; every operand comes from global memory.',
      dtypes: ['f32', 'f16-f32'],
      refuse: refuseLong,
      plan: planNaive,
    }),
    variant({
      name: 'tiled',
      summary: 'A workgroup shares 16 × 16 tiles of A and B through workgroup memory.',
      dtypes: ['f32'],
      plan: planTiled,
    }),
    variant({
      name: 'subgroup',
      summary: 'Lanes hand A round by shuffles and keep 8 × 4 sums each; no workgroup memory.',
      dtypes: ['f32'],
      refuse: (_, device) => refuseSubgroup(device),
      plan: planSubgroup,
    }),
    variant({
      name: 'register',
      summary:
        'A thread keeps 16 × 8 sums in registers, fed by vec4 from 256 × 128 × 8 tiles; fully unrolled.',
      dtypes: ['f32', 'f16-f32'],
      plan: planRegister,
    }),
    variant({
      name: 'tensor',
      summary:
        'Subgroup matrices of 16 × 16 × 16 multiply f16 and add in f32; a subgroup keeps 64 × 64 sums.',
      dtypes: ['f16-f32'],
      refuse: (_, device) => refuseTensor(device),
      plan: planTensor,
    }),
  ],
  wrong,
  inputs: createInputs,
  outputs: ({ m, n }) => ({ c: { type: 'f32', length: m * n } }),
  oracle: createOracle,
  tolerance,
  work: (params) => {
    const { m, n, k } = params;
    const { input, output } = elementBytes(params);
    return { flops: 2 * m * n * k, minBytes: input * (m * k + k * n) + output * m * n };
  },
  arithmetic: (name) => (name === 'tensor' ? 'tensor:f16-f32' : 'f32'),
};
