// Counts and compactions of torch beside the ladders.
import { notApplicable } from '@kernel-ladder/harness';
import type { Demand, Skip } from '@kernel-ladder/harness';
import { byKind, family, forOthers } from '@kernel-ladder/kernel-atomics';
import type { AtomicsCase } from '@kernel-ladder/kernel-atomics';
import type { VendorRow } from './row.ts';

const library = { name: 'PyTorch', version: 'torch', licence: 'BSD-3-Clause' } as const;

/** What torch's users call for it. All three wait for the device in the middle of a call: the host's pace is in their times. */
export const atomicsVendorRows: readonly VendorRow<AtomicsCase>[] = [
  {
    name: 'torch',
    summary: 'torch.bincount; torch.masked_select of what is not 0.',
    boundBy: 'several passes, and a wait for the host between them',
    library,
    plan: (params) =>
      byKind<Demand | Skip>(params, {
        ...forOthers(() => notApplicable('torch has no one call for it')),
        histogram: () => demandOf(params),
        compact: () => demandOf(params),
      }),
  },
  {
    name: 'torch-nonzero',
    summary: 'torch.nonzero: the places of what is not 0. Its words are fetched from there untimed.',
    boundBy: 'two passes, places of 8 bytes, and a wait for the host between them',
    library,
    plan: (params) =>
      byKind<Demand | Skip>(params, {
        ...forOthers(() => notApplicable('torch.nonzero finds what is not 0')),
        compact: () => demandOf(params),
      }),
  },
];

function demandOf(params: AtomicsCase): Demand | Skip {
  return params.n === 0
    ? notApplicable('nothing is launched')
    : { implBytes: family.work(params).minBytes, longestSum: 1 };
}
