// Computes the same value once: nodes with the same operator, operands and attributes become one.
import type { Graph, Node, ValueId } from '../graph/types.ts';
import { typeText } from '../graph/types.ts';
import { attributesText } from '../text/print.ts';
import { withoutDeadCode } from './dead-code.ts';

// x · y and y · x are the same in every bit.
const commutative: ReadonlySet<string> = new Set(['add', 'mul', 'max', 'min', 'and', 'or']);

/** A graph in which no two nodes compute the same. */
export function shareSubexpressions(graph: Graph): Graph {
  const first = new Map<string, ValueId>();
  const kept: ValueId[] = graph.inputs.map((_, id) => id);
  const again = (id: ValueId) => kept[id] ?? id;
  const nodes = graph.nodes.map((node) => {
    const shared = { ...node, operands: node.operands.map(again) };
    const key = keyOf(shared);
    const id = first.get(key) ?? node.id;
    first.set(key, id);
    kept.push(id);
    return shared;
  });
  return withoutDeadCode({ ...graph, nodes, outputs: graph.outputs.map(again) });
}

function keyOf({ op, operands, attributes, type }: Node): string {
  const order = commutative.has(op) ? operands.toSorted((left, right) => left - right) : operands;
  return [op, order.join(','), attributesText(op, attributes), typeText(type)].join(' ');
}
