// When each node runs. Any order with operands first is right; they differ in how much is alive at a time. A gradient that is taken last
// holds everything that it reads until then.
import { callOf } from '../evaluate.ts';
import { countOf, typeOf } from '../graph/types.ts';
import type { Dtype, Graph, Node, ValueId } from '../graph/types.ts';
import { operatorOf } from '../operators/table.ts';
import { createQueue } from './queue.ts';

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
  /** By how much fewer bytes are alive after a node than before it; only ever more, until it runs. */
  readonly gain: (id: ValueId) => number;
  /** Runs a node, and says how many bytes are alive beside each other while it does. */
  readonly run: (id: ValueId) => number;
  /** How many that read a value have not run; without end for a result. */
  readonly waitingFor: (id: ValueId) => number;
  /** Those that read a value. */
  readonly readersOf: (id: ValueId) => readonly ValueId[];
  readonly operandsOf: (id: ValueId) => readonly ValueId[];
}

function accountOf(graph: Graph): Account {
  const first = graph.inputs.length;
  const bytes = [...graph.inputs.keys(), ...graph.nodes.map(({ id }) => id)].map((id) => bytesOf(graph, id));
  const sizeOf = (id: ValueId) => bytes[id] ?? 0;
  const operands = graph.nodes.map((node) => [...new Set(node.operands)]);
  const operandsOf = (id: ValueId) => operands[id - first] ?? [];
  const readers = bytes.map((): ValueId[] => []);
  for (const { id } of graph.nodes) for (const operand of operandsOf(id)) readers[operand]?.push(id);
  const waiting = readers.map(({ length }) => length);
  for (const id of graph.outputs) waiting[id] = Infinity;
  const freed = (id: ValueId) =>
    operandsOf(id).reduce((sum, operand) => sum + (waiting[operand] === 1 ? sizeOf(operand) : 0), 0);
  let alive = 0;
  return {
    operandsOf,
    readersOf: (id) => readers[id] ?? [],
    waitingFor: (id) => waiting[id] ?? 0,
    gain: (id) => freed(id) - sizeOf(id),
    run: (id) => {
      const peak = alive + sizeOf(id);
      alive = peak - freed(id) - (waiting[id] === 0 ? sizeOf(id) : 0);
      for (const operand of operandsOf(id)) waiting[operand] = (waiting[operand] ?? 0) - 1;
      return peak;
    },
  };
}

function greedy(graph: Graph): readonly Node[] {
  const account = accountOf(graph);
  const { gain, operandsOf, readersOf } = account;
  const missing = new Map(
    graph.nodes.map(({ id }) => [id, operandsOf(id).filter((each) => each >= graph.inputs.length).length]),
  );
  const ready = createQueue();
  const offer = (id: ValueId) => {
    if (missing.get(id) === 0) ready.add({ id, gain: gain(id) });
  };
  const done = new Set<ValueId>();
  for (const { id } of graph.nodes) offer(id);
  const order: Node[] = [];
  for (let next = ready.take(); next; next = ready.take()) {
    const node = graph.nodes[next.id - graph.inputs.length];
    // It stands in the queue once for each gain that it has had, the greatest first.
    if (!node || done.has(node.id)) continue;
    done.add(node.id);
    account.run(node.id);
    order.push(node);
    for (const id of readersOf(node.id)) missing.set(id, (missing.get(id) ?? 0) - 1);
    for (const id of [...readersOf(node.id), ...lastReaders(account, done, node)]) offer(id);
  }
  return order;
}

// What one reader alone is left of is freed by that one, which gains.
function lastReaders(account: Account, done: ReadonlySet<ValueId>, node: Node): readonly ValueId[] {
  const ofOne = account.operandsOf(node.id).filter((id) => account.waitingFor(id) === 1);
  return ofOne.flatMap((operand) => account.readersOf(operand).find((id) => !done.has(id)) ?? []);
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
