// What a case asks for: its outputs, its operations and its compulsory bytes.
import type { BufferShape } from '@kernel-ladder/harness';
import { edgesOf } from './cases/graphs.ts';
import { byKind } from './cases/kinds.ts';
import type { AtomicsCase } from './cases/kinds.ts';
import { keptOf } from './cases/sizes.ts';
import { keyWords } from './inputs.ts';

/** Operations and compulsory bytes of a problem. */
interface Work {
  readonly flops: number;
  readonly minBytes: number;
}

type Shapes = { readonly [name: string]: BufferShape };

/**
 * `counts` of bins, `sums` of targets, the list `y` and its length `count`, `degrees` and `levels` of vertices; `found`: how often the key
 * of each query was put in.
 */
export function atomicsOutputs(params: AtomicsCase): Shapes {
  return byKind<Shapes>(params, {
    histogram: ({ bins }) => words({ counts: bins }),
    contention: ({ targets }) => words({ sums: targets }),
    append: ({ n }) => words({ y: n, count: 1 }),
    compact: (compact) => words({ y: keptOf(compact), count: 1 }),
    degrees: ({ n }) => words({ degrees: n }),
    levels: ({ n }) => words({ levels: n }),
    hash: ({ n }) => words({ found: n }),
  });
}

function words(lengths: { readonly [name: string]: number }): Shapes {
  return Object.fromEntries(
    Object.entries(lengths).map(([name, length]) => [name, { type: 'u32', length } as const]),
  );
}

/** An operation for each atomic that one element a thread would make: an addition, a relaxation, an insertion or a look-up. */
export function atomicsWork(params: AtomicsCase): Work {
  return byKind<Work>(params, {
    histogram: ({ n, bins }) => ({ flops: n, minBytes: 4 * (n + bins) }),
    contention: ({ n, targets }) => ({ flops: n, minBytes: 4 * (targets + (n > 0 ? keyWords : 0)) }),
    append: ({ n }) => ({ flops: n, minBytes: 8 * n + 4 }),
    compact: (compact) => {
      const kept = keptOf(compact);
      return { flops: kept, minBytes: 4 * (compact.n + kept + 1) };
    },
    degrees: (graph) => ({ flops: 2 * edgesOf(graph), minBytes: 8 * edgesOf(graph) + 4 * graph.n }),
    levels: (graph) => ({ flops: 2 * edgesOf(graph), minBytes: 8 * edgesOf(graph) + 4 * graph.n }),
    hash: ({ n }) => ({ flops: 2 * n, minBytes: 12 * n }),
  });
}
