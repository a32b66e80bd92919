// Operators that share a kernel, against one kernel for each: what lies between two operators need not go to memory and back.
import { callOf, countOf, operatorOf, typeOf } from '@kernel-ladder/fusion';
import type { Family } from '@kernel-ladder/harness';
import { edgeCases, timedCases } from './cases.ts';
import { graphFor, outputNames } from './graphs.ts';
import { fusionInputs } from './inputs.ts';
import { fusionOracle, tolerance } from './oracle.ts';
import { compiled, withoutTiles } from './plans.ts';
import { combine, fills, hasSlopes, params } from './problem.ts';
import type { FusionCase } from './problem.ts';
import { wrong } from './wrong.ts';

/** The ladder of fusion: operations, chains of maps and whole graphs in f32. */
export const family: Family<FusionCase> = {
  name: 'fusion',
  title: 'Operators in kernels of their own, and fused',
  params,
  combine,
  headline: { cache: 'cold', metric: 'gbps' },
  cases: timedCases,
  edgeCases,
  inputs: fusionInputs,
  refills: (own) =>
    fills.filter((fill) => fill !== (own.fill ?? 'uniform')).map((fill) => refilled(own, fill)),
  outputs: outputsOf,
  oracle: fusionOracle,
  // Slopes along weights are of all rows: every judge would evaluate the whole graph.
  divides: (own) => !hasSlopes(own),
  tolerance,
  work: workOf,
  variants: [
    {
      name: 'naive',
      summary: 'a kernel for each operator, and products of which every thread computes an element alone',
      boundBy: 'loads: a product reads both factors as often as it has columns and rows, from caches at best',
      plan: withoutTiles,
    },
    {
      name: 'separate',
      summary: 'a kernel for each operator, as a library without a compiler launches them',
      boundBy: 'memory bandwidth: every result between two operators is written and read again',
      plan: compiled(['op', 'graph'], { fuse: false }),
    },
    {
      name: 'fused',
      summary: 'the operators of one operation in one generated kernel',
      boundBy: 'memory bandwidth, each operand read once; of a product the arithmetic',
      access: 'x coalesced, 4 lines for 512 B; y coalesced, 4 lines for 512 B',
      plan: compiled(['op'], { fuse: true }),
    },
    {
      name: 'chain-separate',
      summary: 'a chain of maps, a kernel for each',
      boundBy: 'memory bandwidth, as many times over as there are maps',
      access:
        'arena_0 coalesced, 4 lines for 512 B; bias coalesced, 4 lines for 512 B; x coalesced, 4 lines for 512 B; y coalesced, 4 lines for 512 B',
      plan: compiled(['chain'], { fuse: false }),
    },
    {
      name: 'chain-fused',
      summary: 'a chain of maps in one generated kernel',
      boundBy: 'memory bandwidth, however long the chain',
      access:
        'bias coalesced, 4 lines for 512 B; x coalesced, 4 lines for 512 B; y coalesced, 4 lines for 512 B',
      plan: compiled(['chain'], { fuse: true }),
    },
    {
      name: 'compiled',
      summary: 'a whole graph: products with epilogues, norms and softmax found in rows, memory shared',
      boundBy: 'the products, and launches while there is little to do',
      plan: compiled(['graph'], { fuse: true }),
    },
  ],
  wrong,
};

function refilled(own: FusionCase, fill: (typeof fills)[number]): FusionCase {
  const { fill: _, ...rest } = own;
  return fill === 'uniform' ? rest : { ...rest, fill };
}

function outputsOf(own: FusionCase): {
  readonly [name: string]: { readonly type: 'f32'; readonly length: number };
} {
  const graph = graphFor(own);
  const lengths = graph.outputs.map((id) => countOf(typeOf(graph, id).shape));
  return Object.fromEntries(
    outputNames(own).map((name, at) => [name, { type: 'f32' as const, length: lengths[at] ?? 0 }]),
  );
}

// Every operator once an element, and inputs and results once through memory.
function workOf(own: FusionCase): { readonly flops: number; readonly minBytes: number } {
  const graph = graphFor(own);
  const flops = graph.nodes.map((node) => {
    const operator = operatorOf(node.op);
    const call = callOf(graph, node);
    if (operator.class === 'elementwise') return operator.flops * countOf(node.type.shape);
    if (operator.class === 'opaque') return operator.flops(call);
    return operator.class === 'reduction' ? countOf(call.operands[0]?.shape ?? []) : 0;
  });
  const inputs = graph.inputs.reduce((sum, { type }) => sum + countOf(type.shape), 0);
  const outputs = Object.values(outputsOf(own)).reduce((sum, { length }) => sum + length, 0);
  return { flops: flops.reduce((sum, each) => sum + each, 0), minBytes: 4 * (inputs + outputs) };
}
