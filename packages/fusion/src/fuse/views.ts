// Every value as a walk through one that has memory of its own: what is only looked at another way is never copied, unless no walk
// says where it lies.
import { countOf, typeOf } from '../graph/types.ts';
import type { Graph, Node, ValueId } from '../graph/types.ts';
import { callOf, operatorOf } from './lookup.ts';
import { compose, denseWalk, reshape } from './walk.ts';
import type { Walk } from './walk.ts';

/** A value, as elements of another one. */
export interface Seen {
  /** The value that has them: an input, or a node that is computed or copied. */
  readonly source: ValueId;
  /** Their places in it, in the order of the value. */
  readonly walk: Walk;
}

/** What every value of a graph is made of. */
export interface Views {
  readonly of: (id: ValueId) => Seen;
  /** Views that are written out, with what they see: results, and those whose own views no walk describes. */
  readonly copied: ReadonlyMap<ValueId, Seen>;
}

/** Follows views back to where their elements lie. */
export function seeThrough(graph: Graph): Views {
  const seen: Seen[] = graph.inputs.map(({ type }, id) => ({ source: id, walk: denseWalk(type.shape) }));
  const copied = new Map<ValueId, Seen>();
  const of = (id: ValueId): Seen => {
    const found = seen[id];
    if (!found) throw new RangeError(`the graph has no value %${id}`);
    return found;
  };
  const writeOut = (id: ValueId) => {
    copied.set(id, of(id));
    seen[id] = { source: id, walk: denseWalk(typeOf(graph, id).shape) };
  };
  for (const node of graph.nodes) {
    const operand = node.operands[0];
    if (operand === undefined || !isView(graph, node)) {
      seen.push({ source: node.id, walk: denseWalk(node.type.shape) });
      continue;
    }
    const through = viewOf(graph, node, of(operand));
    if (through) {
      seen.push(through);
      continue;
    }
    // Written out, the operand is dense, and every walk through it is one.
    writeOut(operand);
    seen.push(viewOf(graph, node, of(operand)) ?? of(operand));
  }
  for (const id of graph.outputs) if (of(id).source !== id) writeOut(id);
  return { of, copied };
}

/** Whether a node computes nothing: a view, a fold over axes of length 1, or a map that gives its operand back. */
export function isView(graph: Graph, node: Node): boolean {
  const operator = operatorOf(node);
  if (operator.class === 'view') return true;
  const call = callOf(graph, node);
  const [operand, ...others] = call.operands;
  if (!operand || others.length > 0 || operand.dtype !== node.type.dtype) return false;
  if (operator.class === 'elementwise') return operator.wgsl(call)('x') === 'x';
  const count = countOf(node.type.shape);
  return operator.class === 'reduction' && count > 0 && countOf(operand.shape) === count;
}

function viewOf(graph: Graph, node: Node, { source, walk }: Seen): Seen | null {
  const operator = operatorOf(node);
  const { shape } = node.type;
  const places = operator.class === 'view' ? operator.places(callOf(graph, node)) : null;
  const through = places ? compose(walk, places, shape) : reshape(walk, shape);
  return through ? { source, walk: through } : null;
}
