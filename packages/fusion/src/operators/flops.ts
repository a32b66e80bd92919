// Operations that a node takes, as the families count them.
import { callOf } from '../evaluate.ts';
import { countOf, typeOf } from '../graph/types.ts';
import type { Graph, Node } from '../graph/types.ts';
import { operatorOf } from './table.ts';

/** Operations of a node: of a map those of each element, of a fold one for each element that it takes, of sources and views none. */
export function flopsOf(graph: Graph, node: Node): number {
  const operator = operatorOf(node.op);
  switch (operator.class) {
    case 'elementwise':
      return operator.flops * countOf(node.type.shape);
    case 'reduction':
      return countOf(typeOf(graph, node.operands[0] ?? node.id).shape);
    case 'opaque':
      return operator.flops(callOf(graph, node));
    case 'source':
    case 'view':
      return 0;
    default:
      return operator satisfies never;
  }
}
