// What a rewrite is: data, with an example of itself. The table is tested row by row: the example turns into what it says, and random
// programs give what they gave, as closely as the row promises.
import { attributesText } from '../text/print.ts';
import { node } from '../graph/build.ts';
import type { Expression } from '../graph/expression.ts';
import { sameShape } from '../graph/types.ts';
import type { Shape, Type } from '../graph/types.ts';

/**
 * How closely a rewritten value agrees: in every bit (a NaN is a NaN), in every bit but the sign of a zero, which WGSL lets an
 * implementation ignore, or up to roundings of a few operations.
 */
export type Agreement = 'bitwise' | 'sign of zero' | 'rounding';

/** What a rule may ask about the program around. */
export interface Around {
  /** How often the value is read in the program. */
  readonly readers: (value: Expression) => number;
}

/** One rewrite: a pattern at a node of one of the operators `roots`, and what stands there instead. */
export interface Rule {
  readonly name: string;
  readonly roots: readonly string[];
  readonly agreement: Agreement;
  /** Why it holds, and why it pays where that is not plain. */
  readonly why: string;
  /** A program in the text form that the rule applies to, and what it becomes. */
  readonly before: string;
  readonly after: string;
  /** The value instead of `x`, of the same type; null where the pattern does not match. */
  readonly apply: (x: Expression, around: Around) => Expression | null;
}

/** The operands, as many as the operator has: arity has been checked when the node was made. */
export function operandsOf(x: Expression): readonly [Expression, Expression, Expression] {
  const [first = x, second = x, third = x] = x.operands;
  return [first, second, third];
}

/** The number that a constant is everywhere; null of anything else. */
export function splatOf({ op, attributes }: Expression): number | null {
  const value = op === 'constant' ? attributes['value'] : undefined;
  return typeof value === 'number' ? value : null;
}

/** Whether a value is that number everywhere; 0 and −0 differ. */
export function isSplat(x: Expression, value: number): boolean {
  const number = splatOf(x);
  return number !== null && Object.is(number, value);
}

/** That number everywhere, of the type. */
export function splat(value: number, { dtype, shape }: Type): Expression {
  return node('constant', [], { value, dtype, shape });
}

/** The same operation on other operands. */
export function again(x: Expression, ...operands: readonly Expression[]): Expression {
  return node(x.op, operands, x.attributes);
}

/** The value under another shape; itself where it has it. */
export function reshaped(x: Expression, shape: Shape): Expression {
  return sameShape(x.type.shape, shape) ? x : node('reshape', [x], { shape });
}

/** A list of whole numbers among the attributes. */
export function listOf(x: Expression, name: string): readonly number[] {
  const value = x.attributes[name];
  return Array.isArray(value) ? value : [];
}

/** Whether two values are the same operation on the same values. */
export function isSame(x: Expression, y: Expression): boolean {
  if (x === y) return true;
  return (
    x.op === y.op &&
    x.operands.length === y.operands.length &&
    x.operands.every((operand, index) => operand === y.operands[index]) &&
    (x.op === 'input'
      ? x.attributes['name'] === y.attributes['name']
      : attributesText(x.op, x.attributes) === attributesText(y.op, y.attributes)) &&
    sameShape(x.type.shape, y.type.shape) &&
    x.type.dtype === y.type.dtype
  );
}
