// What the back ends of the host have in common: memory that is arrays, and graphs that are run node by node in f64.
import { callOf, dtypes, wrapped } from '@kernel-ladder/fusion';
import type { Call, Graph, Node } from '@kernel-ladder/fusion';
import { hostArray, hostBytes, toElements } from '../arrays.ts';
import type { HostArray } from '../arrays.ts';
import type { Backend, BackendName, Memory } from '../backend.ts';
import { Ledger } from '../resources/ledger.ts';

/** What makes a back end of the host: its name, and how it computes a node. */
export interface HostParts {
  readonly name: BackendName;
  readonly compute: (
    operator: string,
    call: Call,
    operands: readonly Float64Array[],
  ) => Promise<Float64Array>;
  /** An array for results and operands of `compute`. */
  readonly numbers: (count: number) => Float64Array;
  readonly close: () => Promise<void>;
}

/** A back end whose memory is arrays. Floats are rounded to their type where a graph ends, not between its nodes. */
export function hostBackend({ name, compute, numbers, close }: HostParts): Backend {
  const ledger = new Ledger();
  const own = (label: string, data: HostArray): Memory =>
    ledger.own({ kind: 'buffer', name: label, bytes: data.byteLength, value: data, free: () => {} });
  const widened = (data: ArrayLike<number>) => {
    const values = numbers(data.length);
    values.set(data);
    return values;
  };
  return {
    name,
    dtypes,
    ledger,
    close,
    upload: async (label, type, data) => {
      const copy = hostArray(type.dtype, data.length);
      copy.set(data);
      return own(label, copy);
    },
    read: async (memory, type) => {
      const data = dataOf(memory, name);
      const copy = hostArray(type.dtype, hostBytes(type) / data.BYTES_PER_ELEMENT);
      copy.set(data);
      return copy;
    },
    run: async (graph, inputs) => {
      const values = inputs.map((memory) => widened(dataOf(memory, name)));
      for (const node of graph.nodes) values.push(await valueOf(graph, node, { values, compute, widened }));
      return graph.outputs.map((id) => {
        const { op, type } = typed(graph, id);
        return own(op, toElements(type.dtype, values[id] ?? []));
      });
    },
  };
}

interface Computing extends Pick<HostParts, 'compute'> {
  readonly values: readonly Float64Array[];
  readonly widened: (data: ArrayLike<number>) => Float64Array;
}

async function valueOf(
  graph: Graph,
  node: Node,
  { values, compute, widened }: Computing,
): Promise<Float64Array> {
  const operands = node.operands.map((id) => values[id] ?? widened([]));
  const result = await compute(node.op, callOf(graph, node), operands);
  // Wraps integers, and leaves floats alone.
  for (let at = 0; at < result.length; at++) result[at] = wrapped(node.type.dtype, result[at] ?? 0);
  return result;
}

function typed(graph: Graph, id: number) {
  const input = graph.inputs[id];
  const node = graph.nodes[id - graph.inputs.length];
  return { op: node?.op ?? 'copy', type: node?.type ?? input?.type ?? { dtype: 'f32', shape: [] } } as const;
}

function dataOf(memory: Memory, backend: string): HostArray {
  const data = memory.value;
  if (ArrayBuffer.isView(data)) return data as HostArray; // Only this back end makes memory of arrays.
  throw new TypeError(`${memory.name} is no memory of ${backend}`);
}
