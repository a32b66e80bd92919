// Copies, sums, triads and transposes of torch beside the ladders.
import { notApplicable } from '@kernel-ladder/harness';
import type { Demand, Skip } from '@kernel-ladder/harness';
import { blockWords, byKind, family, forProbes, scalar } from '@kernel-ladder/kernel-memory';
import type { MemoryCase, StreamCase } from '@kernel-ladder/kernel-memory';
import type { VendorRow } from './row.ts';

/** What torch's users write for it. */
export const memoryVendorRows: readonly VendorRow<MemoryCase>[] = [
  {
    name: 'torch',
    summary:
      'Tensor.copy_, index_select and torch.add with alpha; a transpose is t().contiguous() into memory that is there.',
    boundBy: 'memory bandwidth; a transpose reads or writes across rows',
    library: { name: 'PyTorch', version: 'torch', licence: 'BSD-3-Clause' },
    constants: { scalar, block: blockWords },
    plan: (params) =>
      byKind<Demand | Skip>(params, {
        ...forProbes(() => notApplicable('torch sorts strides into the order of memory')),
        stream: (stream) => refuseStream(stream) ?? demandOf(params),
        transpose: () => demandOf(params),
      }),
  },
];

function refuseStream({ n, op, groups }: StreamCase): Skip | null {
  if (groups !== undefined) return notApplicable('torch chooses its own workgroups');
  if (op === 'write') return notApplicable('torch has no kernel that makes such words');
  return op === 'read' && n % blockWords > 0
    ? notApplicable(`torch sums rows of ${blockWords} words: ${n} are no whole rows`)
    : null;
}

function demandOf(params: MemoryCase): Demand | Skip {
  const { minBytes } = family.work(params);
  return minBytes === 0 ? notApplicable('nothing is launched') : { implBytes: minBytes, longestSum: 1 };
}
