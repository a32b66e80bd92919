// Runs a graph on several providers: stretch by stretch, bringing over what a stretch reads and has not.
import { typeOf } from '@kernel-ladder/fusion';
import type { Graph, Node, ValueId } from '@kernel-ladder/fusion';
import { hostBytes } from '../arrays.ts';
import type { HostArray } from '../arrays.ts';
import type { Backend, Memory } from '../backend.ts';
import { partition } from './partition.ts';
import type { Decision, Segment } from './partition.ts';
import type { Provider } from './provider.ts';

/** A value that was brought from one back end to another. */
export interface Transfer {
  readonly id: ValueId;
  readonly from: string;
  readonly to: string;
  readonly bytes: number;
}

/** The outputs of a graph, why each node ran where it did, and what was brought to and fro. */
export interface EngineRun {
  readonly outputs: readonly HostArray[];
  readonly decisions: readonly Decision[];
  readonly transfers: readonly Transfer[];
  readonly transferBytes: number;
}

/** The memory of each value, by back end. */
type Values = Map<ValueId, Map<Backend, Memory>>;

interface Running {
  readonly graph: Graph;
  readonly values: Values;
  readonly transfers: Transfer[];
  readonly owned: DisposableStack;
}

/** Runs a graph on inputs of the host, which go to the first provider. Throws what a provider throws; nothing is left alive. */
export async function runOn(
  providers: readonly Provider[],
  graph: Graph,
  inputs: readonly HostArray[],
): Promise<EngineRun> {
  const { decisions, segments } = partition(graph, providers);
  using owned = new DisposableStack();
  const running: Running = { graph, values: new Map(), transfers: [], owned };
  for (const [id, { name, type }] of graph.inputs.entries()) {
    const backend = providers[0]?.backend;
    const data = inputs[id];
    if (!backend || !data) throw new RangeError(`input ${name} is not given`);
    keep(running, id, backend, await backend.upload(name, type, data));
  }
  for (const segment of segments) await runSegment(running, segment);
  const outputs: HostArray[] = [];
  for (const id of graph.outputs) outputs.push(await readFrom(running, id));
  const { transfers } = running;
  return {
    outputs,
    decisions,
    transfers,
    transferBytes: transfers.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

async function runSegment(running: Running, segment: Segment): Promise<void> {
  const { backend, isCompiled } = segment.provider;
  const { reads, writes, graph } = extract(running.graph, segment);
  const inputs: Memory[] = [];
  for (const id of reads) inputs.push(await bringTo(running, id, backend));
  const memories = await backend.run(graph, inputs, { fuse: isCompiled });
  for (const [index, memory] of memories.entries()) keep(running, writes[index] ?? -1, backend, memory);
}

async function bringTo(running: Running, id: ValueId, backend: Backend): Promise<Memory> {
  const places = running.values.get(id);
  const here = places?.get(backend);
  if (here) return here;
  const [[from, memory] = [null, null]] = places ?? [];
  if (!from) throw new RangeError(`%${id} is nowhere`);
  const type = typeOf(running.graph, id);
  const brought = await backend.upload(`%${id}`, type, await from.read(memory, type));
  running.transfers.push({ id, from: from.name, to: backend.name, bytes: hostBytes(type) });
  keep(running, id, backend, brought);
  return brought;
}

async function readFrom({ graph, values }: Running, id: ValueId): Promise<HostArray> {
  const [[backend, memory] = [null, null]] = values.get(id) ?? [];
  if (!backend) throw new RangeError(`%${id} is nowhere`);
  return backend.read(memory, typeOf(graph, id));
}

// Freed with everything else when the graph has run.
function keep({ values, owned }: Running, id: ValueId, backend: Backend, memory: Memory): void {
  owned.use(memory);
  values.set(id, (values.get(id) ?? new Map<Backend, Memory>()).set(backend, memory));
}

/** A segment as a graph of its own: what it reads from outside, and what others read of it. */
function extract(whole: Graph, { nodes }: Segment) {
  const own = new Set(nodes.map(({ id }) => id));
  const reads = [...new Set(nodes.flatMap(({ operands }) => operands))].filter((id) => !own.has(id));
  const isRead = (id: ValueId) =>
    whole.outputs.includes(id) || whole.nodes.some((node) => !own.has(node.id) && node.operands.includes(id));
  const writes = [...own].filter(isRead);
  const numbers = new Map([...reads, ...own].map((id, index) => [id, index] as const));
  const numberOf = (id: ValueId) => numbers.get(id) ?? -1;
  const renumbered = (node: Node): Node => ({
    ...node,
    id: numberOf(node.id),
    operands: node.operands.map(numberOf),
  });
  const graph: Graph = {
    inputs: reads.map((id, index) => ({ name: `x${index}`, type: typeOf(whole, id) })),
    nodes: nodes.map(renumbered),
    outputs: writes.map(numberOf),
  };
  return { reads, writes, graph };
}
