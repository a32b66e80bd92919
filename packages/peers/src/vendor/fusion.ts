// Operations, chains and whole graphs of torch beside the ladder: a kernel for each call, and as torch.compile fuses them.
import { notApplicable } from '@kernel-ladder/harness';
import type { Demand, Skip } from '@kernel-ladder/harness';
import { byKind, family, heads, linksOf, rowsOf, sizeOf } from '@kernel-ladder/kernel-fusion';
import type { FusionCase } from '@kernel-ladder/kernel-fusion';
import type { VendorRow } from './row.ts';

const library = { name: 'PyTorch', version: 'torch', licence: 'BSD-3-Clause' } as const;
const constants = { links: linksOf(8), heads, epsilon: 1e-5 } as const;

/** Eager torch, and torch.compile, which writes Triton programs. */
export const fusionVendorRows: readonly VendorRow<FusionCase>[] = [
  {
    name: 'torch',
    summary:
      'Eager torch: a kernel a call; layer_norm, softmax and scaled_dot_product_attention are one call each.',
    boundBy: 'memory bandwidth: every result between two calls is written and read again',
    library,
    constants,
    plan: demandOf,
  },
  {
    name: 'torch-compile',
    summary:
      'The same function through torch.compile with fixed shapes: Triton programs fused by Inductor, products of cuBLAS.',
    boundBy: 'memory bandwidth, each operand read once; of a graph the products',
    library: { ...library, name: 'torch.compile' },
    needs: 'triton',
    settings: { dynamic: false, fullgraph: true },
    constants,
    plan: demandOf,
  },
];

function demandOf(params: FusionCase): Demand | Skip {
  const { minBytes } = family.work(params);
  const longestSum = byKind(params, {
    op: ({ n }) => n,
    chain: () => 1,
    graph: (own) => 4 * sizeOf(own).width,
  });
  const count = byKind(params, {
    op: (own) => rowsOf(own) * own.n,
    chain: ({ n }) => n,
    graph: () => 1,
  });
  return count === 0 ? notApplicable('nothing is launched') : { implBytes: minBytes, longestSum };
}
