// The outputs of a graph in f64, and how far each element of them may be off in f32.
import { evaluate, expressionsOf, graphOf, shareSubexpressions, valueAt } from '@kernel-ladder/fusion';
import type { Expression, Feeds, Graph } from '@kernel-ladder/fusion';
import { boundOf } from './bounds.ts';

/** An output and the errors of its elements. */
export interface WithErrors {
  readonly expected: Float64Array;
  readonly bound: Float64Array;
}

/** Evaluates a graph beside the program of its errors. */
export function evaluateWithErrors(graph: Graph, feeds: Feeds): readonly WithErrors[] {
  const all = expressionsOf(graph);
  const values = graph.outputs.map((id) => valueAt(all, id));
  const known = new Map<Expression, Expression | null>();
  const bounds = values.map((value) => boundOf(value, known));
  const real = bounds.filter((bound) => bound !== null);
  // Squares and magnitudes that several bounds are made of are computed once.
  const found = evaluate(shareSubexpressions(graphOf([...values, ...real], graph.inputs)), feeds);
  return bounds.map((bound, at) => {
    const expected = found[at] ?? new Float64Array();
    const errors = bound && found[values.length + real.indexOf(bound)];
    return { expected, bound: errors ?? new Float64Array(expected.length) };
  });
}
