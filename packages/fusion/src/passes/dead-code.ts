// Drops what no output is computed from. Inputs stay: they are what the caller passes.
import { expressionsOf, graphOf, valueAt } from '../graph/build.ts';
import type { Graph } from '../graph/types.ts';

/** A graph of nodes that an output needs. */
export function withoutDeadCode(graph: Graph): Graph {
  const values = expressionsOf(graph);
  return graphOf(
    graph.outputs.map((id) => valueAt(values, id)),
    graph.inputs,
  );
}
