// A graph with its backward pass: the slopes of Σ y·dy along every input of the forward one, for a dy that comes from behind.
import {
  expressionsOf,
  gradients,
  graphOf,
  inputNode,
  mul,
  optimise,
  sum,
  valueAt,
} from '@kernel-ladder/fusion';
import type { Graph } from '@kernel-ladder/fusion';
import { resultOf } from './results.ts';
import type { FusionCase } from './problem.ts';

/** The graph, and what it took to make it, in ns. */
export interface Slopes {
  readonly graph: Graph;
  /** Building the forward graph, and the slopes along its inputs. */
  readonly buildNs: number;
  /** The rewrites behind that: what both passes compute is computed once. */
  readonly rewriteNs: number;
}

const known = new Map<string, Slopes>();
const mostKnown = 16;

/** The forward graph of a case and the slopes along its inputs, in their order; made once for each shape. */
export function slopesFor(params: FusionCase): Slopes {
  const { fill: _, ...shape } = params;
  const key = JSON.stringify(shape);
  const slopes = known.get(key) ?? build(params);
  if (known.size >= mostKnown) known.clear();
  known.set(key, slopes);
  return slopes;
}

function build(params: FusionCase): Slopes {
  const began = performance.now();
  const graph = withSlopes(graphOf([resultOf(params)]));
  const built = performance.now();
  const optimised = optimise(graph);
  const ended = performance.now();
  return { graph: optimised, buildNs: 1e6 * (built - began), rewriteNs: 1e6 * (ended - built) };
}

function withSlopes(forward: Graph): Graph {
  const values = expressionsOf(forward);
  const y = valueAt(values, forward.outputs[0] ?? -1);
  const dy = { name: slopeOfResult, type: y.type };
  const loss = sum(mul(y, inputNode(dy.name, dy.type)));
  const slopes = gradients(loss, values.slice(0, forward.inputs.length));
  return graphOf([y, ...slopes], [...forward.inputs, dy]);
}

/** The input from which slopes come. */
export const slopeOfResult = 'dy';
