// Calls that stand alone: one operator that computes, and reshapes around it, which move nothing.
import { callOf, operatorOf } from '@kernel-ladder/fusion';
import type { Call, Graph, Node, ValueId } from '@kernel-ladder/fusion';

/** An operator on inputs of its graph. */
export interface LoneCall {
  readonly op: string;
  readonly call: Call;
  /** The inputs that its operands are. */
  readonly operands: readonly number[];
}

/** The only call of a graph with one output; null where there are more, or where it reads anything but inputs. */
export function loneCall(graph: Graph): LoneCall | null {
  const [computing, ...others] = graph.nodes.filter(({ op }) => op !== 'reshape');
  const [output] = graph.outputs;
  if (!computing || others.length > 0 || graph.outputs.length !== 1 || output === undefined) return null;
  const kind = operatorOf(computing.op).class;
  if ((kind !== 'opaque' && kind !== 'reduction') || below(graph, output) !== computing.id) return null;
  const operands = computing.operands.map((id) => below(graph, id));
  if (operands.some((id) => id >= graph.inputs.length)) return null;
  return { op: computing.op, call: callOf(graph, computing), operands };
}

// What a value is a reshape of.
function below(graph: Graph, id: ValueId): ValueId {
  const node: Node | undefined = graph.nodes[id - graph.inputs.length];
  return node?.op === 'reshape' ? below(graph, node.operands[0] ?? id) : id;
}
