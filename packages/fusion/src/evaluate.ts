// What a graph means, on the CPU: the oracle of everything that is generated. One rule a class, and no operator by name.
import { GraphError } from './graph/errors.ts';
import { stored, wrapped } from './graph/stored.ts';
import { countOf, isFloat, typeOf, typeText } from './graph/types.ts';
import type { Graph, Node, Type, ValueId } from './graph/types.ts';
import { stridesOf } from './operators/contract.ts';
import type { Call, Elementwise, Operator, Reduction, Source, View } from './operators/contract.ts';
import { operatorOf } from './operators/table.ts';
import { viewed } from './operators/viewed.ts';

/** Row-major numbers by the name of their input. */
export type Feeds = { readonly [input: string]: ArrayLike<number> };

/** `f64` keeps 53 bits everywhere; `stored` rounds each result to its element type, as a device that computes with it does. */
export type Precision = 'f64' | 'stored';

/**
 * The outputs of a graph. Throws an InputError where an input is missing or has another number of elements, and a SizeError where a value
 * is larger than memory.
 */
export function evaluate(graph: Graph, feeds: Feeds, precision: Precision = 'f64'): readonly Float64Array[] {
  const last = lastReaders(graph);
  const values = computed(graph, { feeds, precision, isDone: (id, reader) => last[id] === reader });
  return graph.outputs.map((id) => values[id] ?? new Float64Array());
}

/** Every value of a graph, by its number. Throws like `evaluate`. */
export function evaluateAll(
  graph: Graph,
  feeds: Feeds,
  precision: Precision = 'f64',
): readonly Float64Array[] {
  return computed(graph, { feeds, precision, isDone: () => false });
}

interface Computing {
  readonly feeds: Feeds;
  readonly precision: Precision;
  /** Whether nobody reads a value after that node: what it takes is free then. */
  readonly isDone: (id: ValueId, reader: ValueId) => boolean;
}

function computed(graph: Graph, { feeds, precision, isDone }: Computing): Float64Array[] {
  const values = graph.inputs.map(({ name, type }) =>
    rounded(type, fed(name, type, Object.hasOwn(feeds, name) ? feeds[name] : undefined), precision),
  );
  for (const node of graph.nodes) {
    const call = callOf(graph, node);
    const operands = node.operands.map((id) => values[id] ?? none);
    values.push(
      withRoom(node, () => rounded(node.type, resultOf(operatorOf(node.op), call, operands), precision)),
    );
    for (const id of node.operands) if (isDone(id, node.id)) values[id] = none;
  }
  return values;
}

const none = new Float64Array();

// The last node that reads each value; none of those that are results.
function lastReaders({ nodes, outputs }: Graph): readonly (ValueId | undefined)[] {
  const last: (ValueId | undefined)[] = [];
  for (const { id, operands } of nodes) for (const operand of operands) last[operand] = id;
  for (const id of outputs) last[id] = undefined;
  return last;
}

// What f64 holds as it is costs no pass over the values.
function rounded({ dtype }: Type, values: Float64Array, precision: Precision): Float64Array {
  if (precision === 'f64') return isFloat(dtype) ? values : values.map((value) => wrapped(dtype, value));
  return values.map((value) => stored(dtype, value));
}

// An array that the engine has no room for is a RangeError without a name.
function withRoom<T>({ id, op, type }: Node, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError && /array (length|buffer)|allocation/i.test(error.message)))
      throw error;
    const bytes = 8 * countOf(type.shape);
    throw new GraphError(
      'SizeError',
      `%${id} = ${op}: ${typeText(type)} takes ${bytes} bytes in f64, for which there is no room`,
    );
  }
}

/** A node as its operator sees it. */
export function callOf(graph: Graph, { operands, attributes, type }: Node): Call {
  return { operands: operands.map((id) => typeOf(graph, id)), attributes, type };
}

function fed(name: string, type: Type, data: ArrayLike<number> | undefined): Float64Array {
  if (data?.length === countOf(type.shape)) return new Float64Array(data);
  const found = data === undefined ? 'nothing is given' : `${data.length} numbers are given`;
  throw new GraphError('InputError', `input ${name} takes ${typeText(type)}: ${found}`);
}

function resultOf(operator: Operator, call: Call, operands: readonly Float64Array[]): Float64Array {
  const [first = new Float64Array()] = operands;
  switch (operator.class) {
    case 'source':
      return generated(operator, call);
    case 'elementwise':
      return mapped(operator, call, operands);
    case 'reduction':
      return folded(operator, call, first);
    case 'view':
      return placed(operator, call, first);
    case 'opaque':
      return operator.evaluate(call, ...operands);
    default:
      return operator satisfies never;
  }
}

function generated(operator: Source, call: Call): Float64Array {
  const result = new Float64Array(countOf(call.type.shape));
  const { value } = call.attributes;
  if (typeof value === 'number') return result.fill(value);
  const element = operator.evaluate(call);
  for (let index = 0; index < result.length; index++) result[index] = element(index);
  return result;
}

/** The elements where the view has them. */
export function placed(operator: View, call: Call, data: Float64Array): Float64Array {
  const places = operator.places(call);
  return places === null ? data : viewed(data, call.type.shape, places);
}

/** One element after the other. */
export function mapped(operator: Elementwise, call: Call, operands: readonly Float64Array[]): Float64Array {
  const map = operator.evaluate(call);
  const result = new Float64Array(countOf(call.type.shape));
  const [x = result, y = result] = operands;
  // Hot: a call with a list of operands takes several times as long, and so does one for each element more.
  const { length } = result;
  if (operands.length > 2) return result.map((_, at) => map(...operands.map((data) => data[at] ?? 0)));
  if (operands.length === 1) for (let at = 0; at < length; at++) result[at] = map(x[at] ?? 0);
  else for (let at = 0; at < length; at++) result[at] = map(x[at] ?? 0, y[at] ?? 0);
  return result;
}

/** Elements in row-major order meet their result; the first one that does is taken as it is, so that −∞ stays −∞. */
export function folded(operator: Reduction, call: Call, data: Float64Array): Float64Array {
  const fold = operator.evaluate(call);
  const [operand] = call.operands;
  const shape = operand?.shape ?? [];
  const strides = stridesOf(call.type.shape).map((stride, axis) =>
    call.type.shape[axis] === shape[axis] ? stride : 0,
  );
  const result = new Float64Array(countOf(call.type.shape)).fill(operator.identity(call));
  const numbers = Float64Array.from({ length: result.length }, (_, index) => index);
  const isFilled = new Uint8Array(result.length);
  for (const [index, place] of viewed(numbers, shape, { offset: 0, strides }).entries()) {
    const value = data[index] ?? Number.NaN;
    result[place] = isFilled[place] ? fold(result[place] ?? Number.NaN, value) : value;
    isFilled[place] = 1;
  }
  return result;
}
