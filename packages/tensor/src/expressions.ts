// What a device asks of the expressions that its tensors stand for.
import { graphOf, operatorOf } from '@kernel-ladder/fusion';
import type { Expression, Graph } from '@kernel-ladder/fusion';

/** A graph with numbered inputs, whatever they are: graphs of one structure are the same text then. */
export function unnamed(graph: Graph): Graph {
  return { ...graph, inputs: graph.inputs.map(({ type }, index) => ({ name: `x${index}`, type })) };
}

/** Whether there is nothing to compute: elements at other places, or what their place tells. */
export function isView({ op, operands }: Expression): boolean {
  if (op === 'input') return true;
  const { class: kind } = operatorOf(op);
  return kind === 'source' || (kind === 'view' && operands.every(isView));
}

/** The names of the inputs that an expression reads. */
export function inputsOf(expression: Expression): readonly string[] {
  const { inputs } = graphOf([expression]);
  return inputs.map(({ name }) => name);
}
