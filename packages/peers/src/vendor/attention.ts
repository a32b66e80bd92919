// The back ends of torch's scaled_dot_product_attention beside the ladder, each as a row of its own.
import { notApplicable } from '@kernel-ladder/harness';
import type { Demand, Skip } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-attention';
import type { AttentionCase } from '@kernel-ladder/kernel-attention';
import type { VendorRow } from './row.ts';

const torch = { name: 'PyTorch', version: 'torch', licence: 'BSD-3-Clause' } as const;

/** FlashAttention, cuDNN and the memory-efficient kernel. */
export const attentionVendorRows: readonly VendorRow<AttentionCase>[] = [
  {
    name: 'torch-flash',
    summary:
      'FlashAttention-2 as torch carries it: f16, heads of up to 256, keys and values shared by heads.',
    boundBy: 'the matrix unit',
    library: { ...torch, name: 'FlashAttention through torch' },
    plan: (params) => refuseHalf(params, 256) ?? demandOf(params),
  },
  {
    name: 'torch-cudnn',
    summary: 'The fused attention of cuDNN: f16, heads of up to 128, keys and values shared by heads.',
    boundBy: 'the matrix unit',
    library: { name: 'cuDNN through torch', version: 'cudnn', licence: 'NVIDIA cuDNN SLA' },
    plan: (params) => {
      if (params.k === 1) return notApplicable('cuDNN takes more keys than one');
      return refuseHalf(params, 128) ?? demandOf(params);
    },
  },
  {
    name: 'torch-efficient',
    summary:
      'The memory-efficient attention that torch took over from xFormers: f16 and f32, a head of keys for each head.',
    boundBy:
      'the matrix unit; products of f32 are three of TF32 there, which together have the digits of f32',
    library: { ...torch, name: 'memory-efficient attention of torch' },
    settings: { f32: 'three products of TF32' },
    plan: (params) => refuseShared(params) ?? refuse(params) ?? demandOf(params),
  },
];

// What they generate for f16 multiplies and adds pairs of halves, without the matrix unit; the family's own rungs widen them to f32.
const inHalves: readonly string[] = ['onnxruntime-web', 'jax-js'];

/**
 * The roof of a row: these libraries multiply on the matrix unit, those of the device in f16 where the case has it, other rows have
 * the roof of the family. Products of f32 are three of TF32 on the matrix unit from the generation of 8.0 on (OpMultiplyAddFastF32 of
 * CUTLASS), of which no roof is measured.
 */
export function attentionArithmetic(name: string, params: AttentionCase): string {
  const { dtype } = params;
  if (dtype === 'f16' && inHalves.includes(name)) return 'f16';
  if (!attentionVendorRows.some((row) => row.name === name))
    return family.arithmetic?.(name, params) ?? dtype;
  return dtype === 'f16' ? 'tensor:f16-f32' : 'tensor:tf32x3';
}

function refuseHalf(params: AttentionCase, longestHead: number): Skip | null {
  if (params.dtype !== 'f16') return notApplicable('the kernel takes f16');
  if (params.d > longestHead) return notApplicable(`the kernel takes heads of at most ${longestHead}`);
  return refuse(params);
}

function refuseShared({ g }: AttentionCase): Skip | null {
  return g > 1 ? notApplicable('the kernel takes a head of keys for each head of queries') : null;
}

function refuse({ b, q, k, d, mask, output }: AttentionCase): Skip | null {
  if (output !== 'attention') return notApplicable('the row gives O alone');
  if (mask === 'padding') return notApplicable('the kernels take no lengths');
  if (mask === 'causal' && q !== k)
    return notApplicable('torch aligns a causal mask with the first key, the family with the last one');
  if (b * q * k === 0) return notApplicable('nothing is launched');
  return d % 8 === 0 ? null : notApplicable('the kernels take heads of whole multiples of 8');
}

// Every block of queries reads keys and values anew, from the cache as far as they fit: what is compulsory is known.
function demandOf(params: AttentionCase): Demand {
  return { implBytes: family.work(params).minBytes, longestSum: params.k + params.d };
}
