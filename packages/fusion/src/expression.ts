// The way to write a program: functions of values that say at once what is wrong. Types are inferred, shapes broadcast, numbers are
// operands like any other. `relu(add(matmul(x, w), bias))` is an expression; `graphOf` makes it a graph.
import { align, broadcastTo, castTo, commonShape } from './align.ts';
import type { Operand } from './align.ts';
import { inputNode, node } from './graph/build.ts';
import type { Expression } from './graph/expression.ts';
import { isFloat } from './graph/types.ts';
import type { Dtype, Shape } from './graph/types.ts';

export { broadcastTo } from './align.ts';
export type { Operand } from './align.ts';

/** A value from outside, by its name. */
export function input(name: string, dtype: Dtype, shape: Shape): Expression {
  return inputNode(name, { dtype, shape });
}

/** One number everywhere, or numbers in row-major order. Throws where they are too few, or no numbers of that type. */
export function constant(
  value: number | readonly number[],
  shape: Shape = [],
  dtype: Dtype = 'f32',
): Expression {
  return node('constant', [], { value, dtype, shape });
}

/** The coordinate along an axis: 0, 1, 2 … */
export function iota(shape: Shape, axis: number, dtype: Dtype = 'i32'): Expression {
  return node('iota', [], { axis, dtype, shape });
}

// Arithmetic, element by element: shapes broadcast, types are promoted, a number is an operand like any other.
export const add = ofTwo('add');
export const sub = ofTwo('sub');
export const mul = ofTwo('mul');
/** Integers are divided towards 0. */
export const div = ofTwo('div');
/** The larger of two values, element by element; `maximum` is the one over axes. */
export const max = ofTwo('max');
/** The smaller of two values, element by element; `minimum` is the one over axes. */
export const min = ofTwo('min');
/** The first operand to the power of the second, in floats. */
export const pow = ofTwoFloats('pow');
export const neg = ofNumber('neg');
export const abs = ofNumber('abs');
export const relu = ofNumber('relu');
export const exp = ofFloat('exp');
export const log = ofFloat('log');
export const sqrt = ofFloat('sqrt');
export const rsqrt = ofFloat('rsqrt');
export const sin = ofFloat('sin');
export const cos = ofFloat('cos');
export const tanh = ofFloat('tanh');
export const sigmoid = ofFloat('sigmoid');
export const gelu = ofFloat('gelu');
export const silu = ofFloat('silu');
export const erf = ofFloat('erf');
/** The value as a number of its own: no slope goes through it. */
export const detach = (x: Expression): Expression => node('detach', [x]);

// Comparisons and logic, element by element: bools.
export const less = comparison('<');
export const lessEqual = comparison('<=');
export const equal = comparison('==');
export const notEqual = comparison('!=');
export const greaterEqual = comparison('>=');
export const greater = comparison('>');
export const and = ofTwo('and');
export const or = ofTwo('or');
export const not = (x: Expression): Expression => node('not', [x]);

/** `x` where the condition holds, `y` elsewhere; all three broadcast. */
export function select(condition: Expression, x: Operand, y: Operand): Expression {
  const [one, other] = align(x, y);
  if (!one || !other) return condition;
  const shape = commonShape([condition, one]);
  return node(
    'select',
    [condition, one, other].map((each) => broadcastTo(each, shape)),
  );
}

/** The same numbers in another element type. */
export function cast(x: Expression, dtype: Dtype): Expression {
  return castTo(x, dtype);
}

function toFloat(x: Expression): Expression {
  return isFloat(x.type.dtype) ? x : castTo(x, 'f32');
}

// Arithmetic knows no i8 and no bool; they are numbers of i32 there.
function toNumber(x: Expression): Expression {
  return x.type.dtype === 'i8' || x.type.dtype === 'bool' ? castTo(x, 'i32') : x;
}

function ofTwo(op: string) {
  const isLogic = op === 'and' || op === 'or';
  return (x: Operand, y: Operand): Expression => {
    if (isLogic) return node(op, align(x, y));
    return node(op, align(...besideNumbers([x, y])).map(toNumber));
  };
}

function ofTwoFloats(op: string) {
  return (x: Operand, y: Operand): Expression => node(op, align(...besideNumbers([x, y])).map(toFloat));
}

// A number takes the type that is computed with: 2 is no bool, and 200 no i8.
function besideNumbers(operands: readonly Operand[]): readonly Operand[] {
  const isBeside = operands.some((operand) => typeof operand === 'number');
  return operands.map((operand) => (isBeside && typeof operand !== 'number' ? toNumber(operand) : operand));
}

function ofNumber(op: string) {
  return (x: Expression): Expression => node(op, [toNumber(x)]);
}

function ofFloat(op: string) {
  return (x: Expression): Expression => node(op, [toFloat(x)]);
}

function comparison(how: string) {
  return (x: Operand, y: Operand): Expression => node('compare', align(x, y), { how });
}
