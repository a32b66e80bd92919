// Convolutions and poolings of torch beside the ladder.
import { notApplicable } from '@kernel-ladder/harness';
import { family, geometryOf } from '@kernel-ladder/kernel-conv';
import type { ConvCase } from '@kernel-ladder/kernel-conv';
import type { VendorRow } from './row.ts';

/** conv2d, which is cuDNN's, and the poolings of torch itself. */
export const convVendorRows: readonly VendorRow<ConvCase>[] = [
  {
    name: 'torch',
    summary: 'conv2d, whose algorithm cuDNN chooses by trying them, max_pool2d or avg_pool2d of torch, NCHW.',
    boundBy: 'arithmetic of plain lanes: TF32 is off',
    library: { name: 'PyTorch', version: 'torch', licence: 'BSD-3-Clause' },
    plan: (params) => {
      const { images, filters, terms } = geometryOf(params);
      if (images * filters * terms === 0) return notApplicable('nothing is launched');
      return { implBytes: family.work(params).minBytes, longestSum: terms };
    },
  },
];
