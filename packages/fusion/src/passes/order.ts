// When each node runs. Any order with operands first is right; they differ in how much is alive at a time. A gradient that is taken last
// holds everything that it reads until then.
import { callOf } from '../evaluate.ts';
import { countOf, typeOf } from '../graph/types.ts';
import type { Dtype, Graph, Node, ValueId } from '../graph/types.ts';
import { operatorOf } from '../operators/table.ts';

/**
 * The same nodes in an order in which less memory is alive, if one is found: of the nodes that may run, the one that frees most, or takes
 * least; or each as late as its readers allow. Neither is an optimum, which is NP-hard (Sethi 1975); where both are worse than the order
 * at hand, that stays.
 */
export function orderForMemory(graph: Graph): Graph {
  const orders = [graph, renumbered(graph, greedy(graph)), renumbered(graph, late(graph))];
  return orders.reduce((best, order) => (peakBytes(order) < peakBytes(best) ? order : best));
}

/** Most bytes that are alive at a time, each value in memory of its own from its node to its last reader; inputs are the caller's. */
export function peakBytes(graph: Graph): number {
  const account = accountOf(graph);
  return Math.max(0, ...graph.nodes.map(({ id }) => account.run(id)));
}

// What is alive while nodes run one after the other.
interface Account {
  /** By how much fewer bytes are alive after a node than before it. */
  readonly gain: (id: ValueId) => number;
  /** Runs a node, and says how many bytes are alive beside each other while it does. */
  readonly run: (id: ValueId) => number;
}

function accountOf(graph: Graph): Account {
  const bytes = (id: ValueId) => bytesOf(graph, id);
  const waiting = new Map<ValueId, number>();
  for (const { operands } of graph.nodes)
    for (const id of new Set(operands)) waiting.set(id, (waiting.get(id) ?? 0) + 1);
  for (const id of graph.outputs) waiting.set(id, Infinity);
  const operandsOf = (id: ValueId) => [...new Set(graph.nodes[id - graph.inputs.length]?.operands)];
  const freed = (id: ValueId) =>
    operandsOf(id).reduce((sum, operand) => sum + (waiting.get(operand) === 1 ? bytes(operand) : 0), 0);
  let alive = 0;
  return {
    gain: (id) => freed(id) - bytes(id),
    run: (id) => {
      const peak = alive + bytes(id);
      alive = peak - freed(id) - (waiting.has(id) ? 0 : bytes(id));
      for (const operand of operandsOf(id)) waiting.set(operand, (waiting.get(operand) ?? 0) - 1);
      return peak;
    },
  };
}

function greedy(graph: Graph): readonly Node[] {
  const account = accountOf(graph);
  const order: Node[] = [];
  const missing = new Map<ValueId, Set<ValueId>>(
    graph.nodes.map(({ id, operands }) => [
      id,
      new Set(operands.filter((each) => each >= graph.inputs.length)),
    ]),
  );
  const readers = new Map<ValueId, Node[]>();
  for (const node of graph.nodes)
    for (const operand of new Set(node.operands))
      readers.set(operand, [...(readers.get(operand) ?? []), node]);
  let ready = graph.nodes.filter(({ id }) => missing.get(id)?.size === 0);
  while (ready.length > 0) {
    const next = ready.reduce((best, node) => (isBefore(node, best, account) ? node : best));
    account.run(next.id);
    order.push(next);
    const freed = (readers.get(next.id) ?? []).filter(({ id }) => {
      missing.get(id)?.delete(next.id);
      return missing.get(id)?.size === 0;
    });
    ready = [...ready.filter((node) => node !== next), ...freed];
  }
  return order;
}

// Of two that gain as much, the one that stood first.
function isBefore(node: Node, best: Node, { gain }: Account): boolean {
  const difference = gain(node.id) - gain(best.id);
  return difference > 0 || (difference === 0 && node.id < best.id);
}

// Results from the shallowest to the deepest, and before each node its operands from the deepest on: what a backward pass computes once
// more is shallower than the slope that it meets, and waits for it.
function late(graph: Graph): readonly Node[] {
  const first = graph.inputs.length;
  const depths: number[] = graph.inputs.map(() => 0);
  const depthOf = (id: ValueId) => depths[id] ?? 0;
  for (const { operands } of graph.nodes) depths.push(1 + Math.max(0, ...operands.map(depthOf)));
  // What nobody reads is below everything else.
  const stack = [
    ...graph.nodes.map(({ id }) => id),
    ...graph.outputs.toSorted((a, b) => depthOf(b) - depthOf(a)),
  ];
  const placed = new Set<ValueId>();
  const order: Node[] = [];
  // Deeper than a call stack may be.
  for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
    const node = graph.nodes[id - first];
    const missing = (node?.operands ?? []).filter((operand) => operand >= first && !placed.has(operand));
    stack.push(...missing.toSorted((a, b) => depthOf(a) - depthOf(b)));
    if (missing.length > 0) continue;
    stack.pop();
    if (node && !placed.has(id)) order.push(node);
    placed.add(id);
  }
  return order;
}

function renumbered(graph: Graph, order: readonly Node[]): Graph {
  const first = graph.inputs.length;
  const numbers = new Map(order.map(({ id }, place) => [id, first + place]));
  const numberOf = (id: ValueId) => numbers.get(id) ?? id;
  const nodes = order.map((node) => ({
    ...node,
    id: numberOf(node.id),
    operands: node.operands.map(numberOf),
  }));
  return { ...graph, nodes, outputs: graph.outputs.map(numberOf) };
}

const bytesOfType: { readonly [Type in Dtype]: number } = { f32: 4, f16: 2, i32: 4, u32: 4, i8: 1, bool: 4 };

// Inputs are the caller's, and what a kernel tells from a place is never stored.
function bytesOf(graph: Graph, id: ValueId): number {
  const node = graph.nodes[id - graph.inputs.length];
  if (!node) return 0;
  const operator = operatorOf(node.op);
  if (operator.class === 'source' && operator.wgsl(callOf(graph, node)) !== null) return 0;
  const { dtype, shape } = typeOf(graph, id);
  return bytesOfType[dtype] * countOf(shape);
}
