// Memory for time: what the backward pass reads is computed once more from a few values that are kept, instead of being kept itself.
// Chen et al. 2016, Training deep nets with sublinear memory cost: of n equal layers √n kept values need √n at a time.
import { node } from './graph/build.ts';
import type { Expression } from './graph/expression.ts';

/** Gives the values that a gradient is to read in place of those of the forward pass. */
export type Recompute = (value: Expression) => Expression;

/**
 * Each value computed anew from `kept` values and inputs, which are read behind a `barrier`: without one, the copy would be the same
 * subexpression as its original, and would become it again. A copy is made once, however often it is read.
 */
export function recomputing(kept: readonly Expression[]): Recompute {
  const isKept = new Set(kept);
  const copies = new Map<Expression, Expression>();
  // Deeper than a call stack may be: the operands of what is on the stack are copied first.
  return (value) => {
    const stack = [value];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const isLeaf = isKept.has(top) || top.operands.length === 0;
      const waiting = isLeaf ? [] : top.operands.filter((operand) => !copies.has(operand));
      stack.push(...waiting);
      if (waiting.length > 0) continue;
      stack.pop();
      if (!copies.has(top)) copies.set(top, isLeaf ? leafOf(top) : copyOf(top, copies));
    }
    return copies.get(value) ?? value;
  };
}

// Constants take no memory.
function leafOf(value: Expression): Expression {
  return value.op === 'constant' || value.op === 'iota' ? value : node('barrier', [value]);
}

function copyOf(value: Expression, copies: ReadonlyMap<Expression, Expression>): Expression {
  return { ...value, operands: value.operands.map((operand) => copies.get(operand) ?? operand) };
}
