// How a case is launched: its graph, compiled for the device with one kernel for each operator, or with as few as there can be.
import { CompileError, compile, countOf } from '@kernel-ladder/fusion';
import { notApplicable } from '@kernel-ladder/harness';
import type { CompileOptions } from '@kernel-ladder/fusion';
import type { DeviceFacts, Plan, PlanCase, Skip } from '@kernel-ladder/harness';
import { graphFor, outputNames } from './graphs.ts';
import { byKind, hasSlopes } from './problem.ts';
import type { FusionCase } from './problem.ts';
import { slopesFor } from './slopes.ts';
import type { Slopes } from './slopes.ts';

type Kind = 'op' | 'chain' | 'graph';

type Options = Pick<CompileOptions, 'fuse' | 'products'>;

/** The plan of cases of some kinds; others are not this rung's. */
export function compiled(kinds: readonly Kind[], options: Options): PlanCase<FusionCase> {
  return (params, device) => {
    const kind = byKind<Kind>(params, { op: () => 'op', chain: () => 'chain', graph: () => 'graph' });
    if (!kinds.includes(kind)) return notApplicable(`takes ${kinds.join(' and ')} cases, not ${kind} ones`);
    return planned({ params, device, options });
  };
}

/** The forward pass of an MLP with products that share nothing: a thread reads a row of one factor and a column of the other. */
export const withoutTiles: PlanCase<FusionCase> = (params, device) =>
  'graph' in params && params.graph === 'mlp' && params.pass !== 'both'
    ? planned({ params, device, options: { fuse: false, products: 'elements' } })
    : notApplicable('takes the forward pass of graph=mlp');

interface Planning {
  readonly params: FusionCase;
  readonly device: DeviceFacts;
  readonly options: Options;
}

// By device, then by what a plan looks at: a graph is compiled once, whatever its inputs are filled with.
const known = new WeakMap<DeviceFacts, Map<string, Plan | Skip>>();
const mostKnown = 256;

function planned({ params, device, options }: Planning): Plan | Skip {
  const { fill: _, ...shape } = params;
  const plans = known.get(device) ?? new Map<string, Plan | Skip>();
  known.set(device, plans);
  const key = JSON.stringify({ ...shape, ...options });
  const plan = plans.get(key) ?? planGraph(params, device, options);
  if (plans.size >= mostKnown) plans.clear();
  plans.set(key, plan);
  return plan;
}

function planGraph(params: FusionCase, device: DeviceFacts, options: Options): Plan | Skip {
  const { graph, buildNs, rewriteNs } = built(params);
  if (graph.outputs.every((id) => countOf(graph.nodes[id - graph.inputs.length]?.type.shape ?? []) === 0))
    return { passes: [], implBytes: 0, longestSum: 0 };
  try {
    const { plan, times } = compile(graph, device, { ...options, outputs: outputNames(params) });
    const { passesNs, generateNs } = times;
    return { ...plan, compiled: { buildNs, passesNs: rewriteNs + passesNs, generateNs } };
  } catch (error) {
    if (!(error instanceof CompileError) || error.code === 'unsupported') throw error;
    return { skip: { code: error.code, message: error.message } };
  }
}

// The graph, and what it took.
function built(params: FusionCase): Slopes {
  if (hasSlopes(params)) return slopesFor(params);
  const began = performance.now();
  const graph = graphFor(params);
  return { graph, buildNs: 1e6 * (performance.now() - began), rewriteNs: 0 };
}
