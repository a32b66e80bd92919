// What a graph is: plain data in SSA form. Every value has a number: inputs first, then nodes, in the order in which they are
// computed. An operand is the number of an earlier value, so that one walk from front to back sees everything before its use.
//
// What code generation and tensors build upon:
// - Value k < inputs.length is inputs[k]; value k ≥ inputs.length is nodes[k − inputs.length], and its `id` is k.
// - Arrays are row-major and dense. A scalar has the shape [].
// - Operands of an elementwise node all have the shape of its result: broadcasts and casts are nodes of their own.
// - Reductions keep their axes with length 1. A `reshape` that drops them moves nothing.
// - Attributes hold numbers, booleans, texts and lists of them. An absent attribute has its default; a default is not written.
// - A graph is never changed. A pass returns another one.

/** What an element is. `i8` and `bool` are computed as i32 and bool; how they are stored is up to who compiles. */
export type Dtype = 'f32' | 'f16' | 'i32' | 'u32' | 'i8' | 'bool';

/** Lengths of the axes, outermost first. */
export type Shape = readonly number[];

/** What a value is. */
export interface Type {
  readonly dtype: Dtype;
  readonly shape: Shape;
}

/** One attribute. Numbers may be infinite, NaN or −0: the text form writes them. */
export type Attribute = boolean | number | string | readonly number[];

/** Attributes of a node by name. */
export type Attributes = { readonly [name: string]: Attribute };

/** The number of a value within its graph. */
export type ValueId = number;

/** A value that comes from outside. Names are unique within a graph. */
export interface Input {
  readonly name: string;
  readonly type: Type;
}

/** One operation and its result. */
export interface Node {
  /** The number of its result. */
  readonly id: ValueId;
  /** The name of an operator in the table. */
  readonly op: string;
  readonly operands: readonly ValueId[];
  readonly attributes: Attributes;
  readonly type: Type;
}

/** A program over tensors. */
export interface Graph {
  readonly inputs: readonly Input[];
  readonly nodes: readonly Node[];
  /** The values that are results, in order; one may stand there twice, and an input may be one. */
  readonly outputs: readonly ValueId[];
}

/** Every element type, widest float first. */
export const dtypes = ['f32', 'f16', 'i32', 'u32', 'i8', 'bool'] as const satisfies readonly Dtype[];

/** Number of elements of a shape; 1 for a scalar. */
export function countOf(shape: Shape): number {
  return shape.reduce((count, length) => count * length, 1);
}

/** A type as the text form writes it: `f32[4,8]`. */
export function typeText({ dtype, shape }: Type): string {
  return `${dtype}[${shape.join(',')}]`;
}

/** Whether two shapes are the same. */
export function sameShape(left: Shape, right: Shape): boolean {
  return left.length === right.length && left.every((length, axis) => length === right[axis]);
}

/** Whether two types are the same. */
export function sameType(left: Type, right: Type): boolean {
  return left.dtype === right.dtype && sameShape(left.shape, right.shape);
}

/** Whether elements are floating-point numbers. */
export function isFloat(dtype: Dtype): boolean {
  return dtype === 'f32' || dtype === 'f16';
}

/** The type of a value. Throws a RangeError where the graph has no such value. */
export function typeOf(graph: Graph, id: ValueId): Type {
  const found = graph.inputs[id] ?? graph.nodes[id - graph.inputs.length];
  if (!found) throw new RangeError(`the graph has no value %${id}`);
  return found.type;
}
