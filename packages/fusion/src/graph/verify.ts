// What makes data a graph. Everything that takes a graph may rely on it.
import { inferType } from '../operators/infer.ts';
import { GraphError, located } from './errors.ts';
import { checkLengths } from './lengths.ts';
import { sameType, typeOf, typeText } from './types.ts';
import type { Graph, Node, ValueId } from './types.ts';

/** The graph itself, if it is one. Throws a GraphError whose message begins with the node, and names both shapes. */
export function verify(graph: Graph): Graph {
  const names = new Set<string>();
  for (const { name } of graph.inputs) {
    if (names.has(name)) throw new GraphError('InputError', `two inputs are called ${name}`);
    names.add(name);
  }
  for (const { name, type } of graph.inputs) located(`input ${name}`, () => checkLengths(type));
  for (const [place, each] of graph.nodes.entries()) verifyNode(graph, each, graph.inputs.length + place);
  const count = graph.inputs.length + graph.nodes.length;
  for (const id of graph.outputs)
    if (!isEarlier(id, count)) throw new GraphError('OrderError', `return %${id}: there is no such value`);
  return graph;
}

function verifyNode(graph: Graph, each: Node, id: ValueId): void {
  const where = `%${each.id} = ${each.op}`;
  if (each.id !== id) throw new GraphError('OrderError', `${where}: this is value %${id}`);
  for (const operand of each.operands)
    if (!isEarlier(operand, id))
      throw new GraphError('OrderError', `${where}: there is no value %${operand} before it`);
  const inferred = located(where, () =>
    inferType(
      each.op,
      each.operands.map((operand) => typeOf(graph, operand)),
      each.attributes,
    ),
  );
  if (!sameType(inferred, each.type))
    throw new GraphError(
      'TypeMismatch',
      `${where}: its type is ${typeText(inferred)}, not ${typeText(each.type)}`,
    );
}

function isEarlier(id: ValueId, limit: number): boolean {
  return Number.isInteger(id) && id >= 0 && id < limit;
}
