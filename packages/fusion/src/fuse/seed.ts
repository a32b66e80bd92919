// The kernels of a program that is not fused: one for each operator.
import { countOf, typeOf } from '../graph/types.ts';
import type { Graph, Node, ValueId } from '../graph/types.ts';
import type { Group } from './group.ts';
import { findNode, operatorOf } from './lookup.ts';
import { axesOf, foldOf } from './prepare.ts';
import { isView } from './views.ts';
import type { Views } from './views.ts';

/** A kernel for each value that is computed or copied, in order; none for what has no elements. */
export function seedGroups(graph: Graph, views: Views): readonly Group[] {
  return graph.nodes.flatMap((node) => {
    const isRead = views.copied.has(node.id) || !(isView(graph, node) || operatorOf(node).class === 'source');
    return isRead && countOf(node.type.shape) > 0 ? [seed(graph, node)] : [];
  });
}

function seed(graph: Graph, node: Node): Group {
  const { id } = node;
  const own = { members: [id], stores: [id] };
  const count = countOf(node.type.shape);
  const operator = operatorOf(node);
  if (operator.class === 'opaque') return { kind: 'opaque', node: id, count, ...own };
  const folded =
    operator.class === 'reduction' && !isView(graph, node)
      ? typeOf(graph, node.operands[0] ?? 0).shape
      : null;
  // What an empty fold gives is known beforehand.
  if (!folded || countOf(folded) === 0) return { kind: 'map', count, ...own };
  const fold = foldOf(axesOf(node.attributes), folded);
  if (fold.inner > 1) return { kind: 'columns', fold, ...own };
  return { kind: 'rows', rows: fold.outer, columns: fold.depth, ...own };
}

/** Whether a value is a fold that a kernel does. */
export function isFold(graph: Graph, id: ValueId): boolean {
  const node = findNode(graph, id);
  if (!node || operatorOf(node).class !== 'reduction' || isView(graph, node)) return false;
  return countOf(typeOf(graph, node.operands[0] ?? 0).shape) > 0;
}
