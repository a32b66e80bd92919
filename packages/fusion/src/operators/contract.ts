// What an operator is. One file each, and one line in the table: from this data come the verifier, the reference on the CPU, the
// gradient and the generated WGSL. What is said once here is tested once, and used by all of them.
//
// What code generation and tensors build upon:
// - Five classes: `source`, `elementwise`, `reduction`, `view`, `opaque`. A compiler needs no name of an operator but the opaque ones.
// - A view is a map of places: what the reference reads is what a fused kernel reads.
// - References compute in f64. `infer` throws a GraphError that names both shapes.
import type { Expression } from '../graph/expression.ts';
import type { Attributes, Shape, Type } from '../graph/types.ts';

/** A node as its operator sees it: types of operands, attributes, and the type of the result. */
export interface Call {
  readonly operands: readonly Type[];
  readonly attributes: Attributes;
  readonly type: Type;
}

/** Builds a node of a gradient; its type is inferred. */
export type Build = (op: string, operands: readonly Expression[], attributes?: Attributes) => Expression;

/** What a gradient is made from: the node, its value, and the slope of the loss along that value. */
export interface Backward {
  readonly op: Build;
  readonly call: Call;
  readonly result: Expression;
  readonly slope: Expression;
}

/**
 * Slopes along each operand, of the operand's type; null where there is none (integers, conditions). A slope along a value
 * that the loss reads twice is the sum of both, which is the business of `differentiate`.
 */
export type Gradient = (at: Backward, ...operands: Expression[]) => readonly (Expression | null)[];

/**
 * What an attribute is; with `?` it may be left out. `data` is a number, or as many as the result has elements. `shape` and `dtype`
 * are those of the result: the text form has them in the type, and leaves the attribute out.
 */
export type AttributeKind =
  | 'integer'
  | 'number'
  | 'boolean'
  | 'integers'
  | 'data'
  | 'text'
  | 'shape'
  | 'dtype';

interface Common {
  readonly name: string;
  /** What it computes, in one line. */
  readonly summary: string;
  /** Number of operands: just so many, or from the first to the second. */
  readonly arity: number | readonly [fewest: number, most: number];
  readonly attributes: { readonly [name: string]: AttributeKind | `${AttributeKind}?` };
  /** The type of the result. Arity and attributes have been checked. Throws a GraphError that names both shapes. */
  readonly infer: (operands: readonly Type[], attributes: Attributes) => Type;
  /** Absent where the operator has no slope. */
  readonly gradient?: Gradient;
}

/** No operands: constants, and the number of a place along an axis. */
export interface Source extends Common {
  readonly class: 'source';
  /** The value at the row-major place `index`. */
  readonly evaluate: (call: Call) => (index: number) => number;
  /** A WGSL expression of the place, given as a u32 expression; null where the elements are data to be uploaded. */
  readonly wgsl: (call: Call) => ((index: string) => string) | null;
}

/** One result per element, of operands that all have the shape of the result. */
export interface Elementwise extends Common {
  readonly class: 'elementwise';
  /** The value in f64; integers wrap where they are stored. */
  readonly evaluate: (call: Call) => (...operands: number[]) => number;
  /**
   * A WGSL expression over scalar expressions, each an identifier, a literal or in brackets. Types are f32, f16, i32 (also for
   * i8), u32 and bool. The result stands in brackets or is a call.
   */
  readonly wgsl: (call: Call) => (...operands: string[]) => string;
  /** WGSL functions that the expression calls, each a text to be declared once; their names have the element type. */
  readonly functions?: (call: Call) => readonly string[];
  /** Operations an element, as the families count them: a function such as exp is one. */
  readonly flops: number;
  /**
   * How far the WGSL may be off in f32 where operands are exact, by the accuracy that WGSL promises; absent where it rounds once.
   * Numbers that are subnormal, or come from one, may be 0: they are not counted here.
   */
  readonly error?: (value: number, ...operands: number[]) => number;
}

/** Unit round-off of f32: half a step at one. A unit in the last place is at most twice as much of the number. */
export const unit = 2 ** -24;

/** Of operators that round nothing. */
export const exact = (): number => 0;

/** A fold over `axes`, which stay with length 1. The fold may be reordered: it is associative but for rounding. */
export interface Reduction extends Common {
  readonly class: 'reduction';
  /** What an empty fold gives; finite, as a WGSL literal has to be. */
  readonly identity: (call: Call) => number;
  /** WGSL for what a lane without elements holds, of which no element is the worse; the identity when left out. */
  readonly start?: (call: Call) => string;
  /** WGSL functions that `start` calls, each a text to be declared once. */
  readonly functions?: (call: Call) => readonly string[];
  readonly evaluate: (call: Call) => (left: number, right: number) => number;
  readonly wgsl: (call: Call) => (left: string, right: string) => string;
}

/**
 * Where the elements of a result lie in its operand: the result at coordinates c is the operand at the row-major place
 * offset + Σ c[k] · strides[k]. A stride may be 0 (broadcast) or negative (reverse).
 */
export interface Places {
  readonly offset: number;
  readonly strides: readonly number[];
}

/** The operand's elements at other places: a transpose, a slice, a broadcast. Nothing is computed. */
export interface View extends Common {
  readonly class: 'view';
  /** Where elements come from; null for a reshape: the elements in the same row-major order. */
  readonly places: (call: Call) => Places | null;
}

/** What has a kernel of its own: products, convolutions, gathers. */
export interface Opaque extends Common {
  readonly class: 'opaque';
  /** The result, row-major, in f64. */
  readonly evaluate: (call: Call, ...operands: Float64Array[]) => Float64Array;
  /** Operations of the whole node. */
  readonly flops: (call: Call) => number;
}

/** An operator. */
export type Operator = Source | Elementwise | Reduction | View | Opaque;

/** Row-major strides in elements, of a dense array of that shape. */
export function stridesOf(shape: Shape): readonly number[] {
  const strides = shape.map(() => 1);
  for (let axis = shape.length - 2; axis >= 0; axis--)
    strides[axis] = (strides[axis + 1] ?? 1) * (shape[axis + 1] ?? 1);
  return strides;
}
