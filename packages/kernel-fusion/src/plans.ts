// How a case is launched: its graph, compiled for the device with one kernel for each operator, or with as few as there can be.
import { CompileError, compile, countOf } from '@kernel-ladder/fusion';
import { notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, PlanCase, Skip } from '@kernel-ladder/harness';
import { graphFor } from './graphs.ts';
import { byKind } from './problem.ts';
import type { FusionCase } from './problem.ts';

type Kind = 'op' | 'chain' | 'graph';

/** The plan of cases of some kinds; others are not this rung's. */
export function compiled(kinds: readonly Kind[], options: { readonly fuse: boolean }): PlanCase<FusionCase> {
  return (params, device) => {
    const kind = byKind<Kind>(params, { op: () => 'op', chain: () => 'chain', graph: () => 'graph' });
    if (!kinds.includes(kind)) return notApplicable(`takes ${kinds.join(' and ')} cases, not ${kind} ones`);
    return planGraph(params, device, options.fuse);
  };
}

function planGraph(params: FusionCase, device: DeviceFacts, fuse: boolean): Plan | Skip {
  const graph = graphFor(params);
  if (graph.outputs.every((id) => countOf(graph.nodes[id - graph.inputs.length]?.type.shape ?? []) === 0))
    return { passes: [], implBytes: 0, longestSum: 0 };
  try {
    return compile(graph, device, { fuse, outputs: ['y'] }).plan;
  } catch (error) {
    if (!(error instanceof CompileError) || error.code === 'unsupported') throw error;
    return { skip: { code: error.code, message: error.message } };
  }
}
