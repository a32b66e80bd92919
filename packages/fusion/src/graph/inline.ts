// One program inside another.
import { expressionsOf, valueAt } from './build.ts';
import { GraphError } from './errors.ts';
import type { Expression } from './expression.ts';
import { sameType, typeText } from './types.ts';
import type { Graph } from './types.ts';

/** The outputs of a graph whose inputs are those values, in order. Throws an InputError where one is missing or of another type. */
export function inline(graph: Graph, operands: readonly Expression[]): readonly Expression[] {
  const values = graph.inputs.map(({ name, type }, index) => {
    const value = operands[index];
    if (value && sameType(value.type, type)) return value;
    const found = value ? typeText(value.type) : 'nothing';
    throw new GraphError('InputError', `input ${name} takes ${typeText(type)}, not ${found}`);
  });
  for (const [id, node] of expressionsOf(graph).entries()) {
    const { operands: ids } = graph.nodes[id - graph.inputs.length] ?? {};
    if (ids) values.push({ ...node, operands: ids.map((each) => valueAt(values, each)) });
  }
  return graph.outputs.map((id) => valueAt(values, id));
}
