// Normalisations of torch and as a Triton program beside the ladder.
import { notApplicable } from '@kernel-ladder/harness';
import type { Demand, Skip } from '@kernel-ladder/harness';
import { epsilon, family } from '@kernel-ladder/kernel-norm';
import type { NormCase } from '@kernel-ladder/kernel-norm';
import { chainInWarps } from './chains.ts';
import type { VendorRow } from './row.ts';
import { longestTritonRow } from './softmax.ts';

/** torch's layer_norm and rms_norm, and one program a row. */
export const normVendorRows: readonly VendorRow<NormCase>[] = [
  {
    name: 'torch',
    summary: 'torch.nn.functional.layer_norm or rms_norm over the last axis.',
    boundBy: 'memory bandwidth; rms_norm in passes of its own where torch has no kernel for it',
    library: { name: 'PyTorch', version: 'torch', licence: 'BSD-3-Clause' },
    constants: { epsilon },
    plan: (params) => refuse(params) ?? demandOf(params),
  },
  {
    name: 'triton',
    summary:
      'A Triton program reads a long row, or several short ones, once: both moments over registers, scaled, shifted and written.',
    boundBy: 'memory bandwidth; rows are padded to a power of two',
    library: { name: 'Triton program', version: 'triton', licence: 'MIT' },
    needs: 'triton',
    constants: { epsilon },
    plan: (params) => {
      if (params.columns > longestTritonRow)
        return notApplicable(`a program keeps a row of at most ${longestTritonRow} columns`);
      return refuse(params) ?? demandOf(params);
    },
  },
];

function refuse({ rows, columns }: NormCase): Skip | null {
  return rows * columns === 0 ? notApplicable('nothing is launched') : null;
}

function demandOf(params: NormCase): Demand {
  return { implBytes: family.work(params).minBytes, longestSum: chainInWarps(params.columns) };
}
