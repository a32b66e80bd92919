// A graph as the compiler takes it: results with memory of their own, and folds that one kernel can do and many workgroups share.
import { integerOf } from '../graph/attributes.ts';
import { countOf, typeOf } from '../graph/types.ts';
import type { Attributes, Graph, Node, Shape, Type, ValueId } from '../graph/types.ts';
import { operatorOf } from './lookup.ts';
import { productParts } from './product-parts.ts';
import type { PartView } from './product-parts.ts';

/** What a graph is rebuilt with: nodes one after another, each by the numbers of the new graph. */
interface Rebuilding {
  readonly inputs: number;
  readonly nodes: Node[];
  /** Types of the inputs and of the nodes so far. */
  readonly types: Type[];
  /** New numbers by old ones. */
  readonly renamed: Map<ValueId, ValueId>;
}

/**
 * The same program in which every result is a node of its own, folds are over axes side by side, and folds of much into little go by
 * two steps.
 */
export function prepare(graph: Graph): Graph {
  const rebuilding: Rebuilding = {
    inputs: graph.inputs.length,
    nodes: [],
    types: graph.inputs.map(({ type }) => type),
    renamed: new Map(graph.inputs.map((_, id) => [id, id])),
  };
  for (const node of graph.nodes) {
    const operands = node.operands.map((id) => rebuilding.renamed.get(id) ?? id);
    const renamed = { ...node, operands };
    rebuilding.renamed.set(node.id, remake(rebuilding, renamed, typeOf(graph, node.operands[0] ?? node.id)));
  }
  const taken = new Set<ValueId>();
  const outputs = graph.outputs.map((old) => {
    const id = rebuilding.renamed.get(old) ?? old;
    const isOwn = id >= graph.inputs.length && !taken.has(id) && !isSource(rebuilding, id);
    taken.add(id);
    return isOwn ? id : append(rebuilding, reshaped(id, typeOf(graph, old)));
  });
  return { inputs: graph.inputs, nodes: rebuilding.nodes, outputs };
}

type NewNode = Omit<Node, 'id'>;

function remake(rebuilding: Rebuilding, node: NewNode, operand: Type): ValueId {
  const { type } = node;
  // What has no elements is computed by no kernel, and takes no memory.
  if (countOf(type.shape) === 0)
    return append(rebuilding, { op: 'constant', operands: [], attributes: { value: 0, ...type }, type });
  if (operatorOf(node).class === 'reduction') return foldInSteps(rebuilding, node, operand);
  if (node.op === 'concat') return joinInSteps(rebuilding, node);
  return node.op === 'matmul' ? productInSteps(rebuilding, node) : append(rebuilding, node);
}

// Operands that one kernel joins: with its result they are no more buffers than every device binds.
const mostJoined = 6;

function joinInSteps(rebuilding: Rebuilding, node: NewNode): ValueId {
  const { operands, attributes, type } = node;
  if (operands.length <= mostJoined) return append(rebuilding, node);
  const axis = integerOf(attributes, 'axis');
  const first = operands.slice(0, mostJoined);
  const length = first.reduce((sum, id) => sum + (typeIn(rebuilding, id).shape[axis] ?? 0), 0);
  const shape = type.shape.map((each, at) => (at === axis ? length : each));
  const joined = append(rebuilding, { ...node, operands: first, type: { ...type, shape } });
  return joinInSteps(rebuilding, { ...node, operands: [joined, ...operands.slice(mostJoined)] });
}

function typeIn({ types }: Rebuilding, id: ValueId): Type {
  return types[id] ?? { dtype: 'f32', shape: [] };
}

// A product alone, then its factor and what is added: they join its kernel as any other operators do.
function productInSteps(rebuilding: Rebuilding, node: NewNode): ValueId {
  const { alpha = 1, ...attributes } = node.attributes;
  const [a = 0, b = 0, c] = node.operands;
  const { type } = node;
  let last = productByParts(rebuilding, { op: 'matmul', operands: [a, b], attributes, type });
  if (alpha !== 1) {
    const value = { op: 'constant', operands: [], attributes: { value: alpha, ...type }, type };
    last = append(rebuilding, {
      op: 'mul',
      operands: [last, append(rebuilding, value)],
      attributes: {},
      type,
    });
  }
  if (c === undefined) return last;
  const { shape } = type;
  const spread = append(rebuilding, { op: 'broadcast', operands: [c], attributes: { shape }, type });
  return append(rebuilding, { op: 'add', operands: [last, spread], attributes: {}, type });
}

function productByParts(rebuilding: Rebuilding, node: NewNode): ValueId {
  const { operands, attributes, type } = node;
  const [a = 0, b = 0] = operands;
  const [left, right] = [typeIn(rebuilding, a), typeIn(rebuilding, b)];
  const found = productParts([left, right], attributes, type);
  if (!found) return append(rebuilding, node);
  const { dtype } = type;
  const inParts = (id: ValueId, { split, permutation }: PartView): ValueId => {
    const parted = append(rebuilding, reshaped(id, { dtype, shape: split }));
    if (!permutation) return parted;
    const shape = permutation.map((axis) => split[axis] ?? 1);
    return append(rebuilding, {
      op: 'transpose',
      operands: [parted],
      attributes: { permutation },
      type: { dtype, shape },
    });
  };
  const [outer, matrix] = [type.shape.slice(0, -2), type.shape.slice(-2)];
  const partial = append(rebuilding, {
    ...node,
    operands: [inParts(a, found.operands[0]), inParts(b, found.operands[1])],
    type: { dtype, shape: [...outer, found.parts, ...matrix] },
  });
  const whole = append(rebuilding, {
    op: 'reduce-sum',
    operands: [partial],
    attributes: { axes: [outer.length] },
    type: { dtype, shape: [...outer, 1, ...matrix] },
  });
  return append(rebuilding, reshaped(whole, type));
}

function append({ inputs, nodes, types }: Rebuilding, { op, operands, attributes, type }: NewNode): ValueId {
  const id = inputs + nodes.length;
  types.push(type);
  nodes.push({ id, op, operands, attributes, type });
  return id;
}

function isSource({ inputs, nodes }: Rebuilding, id: ValueId): boolean {
  const node = nodes[id - inputs];
  return node !== undefined && operatorOf(node).class === 'source';
}

function reshaped(operand: ValueId, type: Type): NewNode {
  return { op: 'reshape', operands: [operand], attributes: { shape: type.shape }, type };
}

function foldInSteps(rebuilding: Rebuilding, node: NewNode, operand: Type): ValueId {
  const runs = runsOf(node.attributes, operand.shape);
  let current: NewNode = node;
  let last = node.operands[0] ?? 0;
  let { shape } = operand;
  for (const axes of runs) {
    const folded = shape.map((length, axis) => (axes.includes(axis) ? 1 : length));
    current = {
      ...node,
      operands: [last],
      attributes: { ...node.attributes, axes },
      type: { ...node.type, shape: folded },
    };
    last = foldByParts(rebuilding, current, shape);
    shape = folded;
  }
  // Of no axes at all: a fold of single elements.
  return runs.length > 0 ? last : append(rebuilding, node);
}

/** The axes of a fold in runs of neighbours; axes of length 1 join any run. */
function runsOf(attributes: Attributes, shape: Shape): readonly (readonly number[])[] {
  const axes = axesOf(attributes);
  const runs: number[][] = [];
  for (const axis of axes) {
    const last = runs.at(-1);
    const previous = last?.at(-1);
    const isNext = previous !== undefined && countOf(shape.slice(previous + 1, axis)) === 1;
    if (last && isNext) last.push(axis);
    else runs.push([axis]);
  }
  return runs;
}

/** The axes that a fold is over. */
export function axesOf({ axes }: Attributes): readonly number[] {
  return Array.isArray(axes) ? (axes as readonly number[]) : [];
}

/** What a fold is over: `outer` times `inner` results, of `depth` elements each, which lie `inner` apart. */
export interface Fold {
  readonly outer: number;
  readonly depth: number;
  readonly inner: number;
}

/** The numbers of a fold over axes side by side. */
export function foldOf(axes: readonly number[], shape: Shape): Fold {
  const [first, last] = [axes[0] ?? shape.length, axes.at(-1) ?? shape.length - 1];
  return {
    outer: countOf(shape.slice(0, first)),
    depth: countOf(shape.slice(first, last + 1)),
    inner: countOf(shape.slice(last + 1)),
  };
}

// Results that leave a large device mostly idle, and elements from which on a second kernel pays.
const few = { rows: 64, columns: 16_384 } as const;
const deep = { rows: 65_536, columns: 2048 } as const;
// Parts that the first step makes.
const mostParts = { rows: 4096, columns: 256 } as const;

function foldByParts(rebuilding: Rebuilding, node: NewNode, shape: Shape): ValueId {
  const { outer, depth, inner } = foldOf(axesOf(node.attributes), shape);
  const kind = inner === 1 ? 'rows' : 'columns';
  const isDeep = outer * inner <= few[kind] && depth >= deep[kind];
  const parts = isDeep ? divisorOf(depth, Math.min(mostParts[kind], Math.sqrt(depth) * 4)) : 1;
  if (parts < 16) return append(rebuilding, node);
  // Sums of halves are f32 until they are whole: between two kernels too.
  const dtype = node.op === 'reduce-sum' && node.type.dtype === 'f16' ? 'f32' : node.type.dtype;
  const step = (operand: ValueId, from: Shape, to: Shape, axis: number) =>
    append(rebuilding, {
      ...node,
      operands: [append(rebuilding, reshaped(operand, { dtype, shape: from }))],
      attributes: { ...node.attributes, axes: [axis] },
      type: { dtype, shape: to },
    });
  const wide = converted(rebuilding, node.operands[0] ?? 0, { dtype, shape });
  const partial = step(wide, [outer, parts, depth / parts, inner], [outer, parts, 1, inner], 2);
  const whole = step(partial, [outer, parts, inner], [outer, 1, inner], 1);
  const shaped = append(rebuilding, reshaped(whole, { ...node.type, dtype }));
  return converted(rebuilding, shaped, node.type);
}

function converted(rebuilding: Rebuilding, operand: ValueId, type: Type): ValueId {
  const { dtype } = type;
  if (typeIn(rebuilding, operand).dtype === dtype) return operand;
  return append(rebuilding, { op: 'cast', operands: [operand], attributes: { dtype }, type });
}

/** The largest divisor that is no larger than `most`. */
function divisorOf(count: number, most: number): number {
  for (let parts = Math.floor(most); parts > 1; parts--) if (count % parts === 0) return parts;
  return 1;
}
