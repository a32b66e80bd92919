// Nodes of a graph by number, and what their operators are told of them.
import { operatorOf as operatorNamed } from '../operators/table.ts';
import type { Call, Operator } from '../operators/contract.ts';
import { typeOf } from '../graph/types.ts';
import type { Graph, Node, ValueId } from '../graph/types.ts';

/** The node that computes a value. Throws a RangeError for an input. */
export function nodeOf(graph: Graph, id: ValueId): Node {
  const found = findNode(graph, id);
  if (!found) throw new RangeError(`%${id} is computed by no node`);
  return found;
}

/** The node that computes a value; undefined for an input. */
export function findNode(graph: Graph, id: ValueId): Node | undefined {
  return graph.nodes[id - graph.inputs.length];
}

/** A node as its operator sees it. */
export function callOf(graph: Graph, node: Node): Call {
  const operands = node.operands.map((operand) => typeOf(graph, operand));
  return { operands, attributes: node.attributes, type: node.type };
}

/** The operator of a node. */
export function operatorOf(node: Pick<Node, 'op'>): Operator {
  return operatorNamed(node.op);
}

/** The WGSL functions that the expression or the fold of a value calls. */
export function functionsOf(graph: Graph, id: ValueId): readonly string[] {
  const node = findNode(graph, id);
  const operator = node ? operatorOf(node) : null;
  const hasFunctions = operator?.class === 'elementwise' || operator?.class === 'reduction';
  return node && hasFunctions ? (operator.functions?.(callOf(graph, node)) ?? []) : [];
}
