// The operations of Toy. One more is a verifier and a lowering: shapes, inlining and the interpreter ask for nothing else.
import { matmul, transpose } from '../arrays.ts';
import { add, mul } from '../expression.ts';
import type { Expression } from '../graph/expression.ts';
import type { Shape } from '../graph/types.ts';

/** What an operation takes, and what it becomes. */
export interface ToyOperation {
  /** The shape of the result, or what is wrong with the operands. */
  readonly verify: (shapes: readonly Shape[]) => Shape | string;
  /** The same in the operators of graphs; operands are those that `verify` let through. */
  readonly lower: (...operands: Expression[]) => Expression;
}

/** Operations by name. */
export type ToyOperations = { readonly [name: string]: ToyOperation };

/** Those of the tutorial, and the product of matrices. */
export const toyOperations: ToyOperations = {
  add: { verify: alike, lower: (x: Expression, y: Expression) => add(x, y) },
  mul: { verify: alike, lower: (x: Expression, y: Expression) => mul(x, y) },
  transpose: {
    verify: ([x, ...others]) =>
      x?.length === 2 && others.length === 0 ? x.toReversed() : 'takes one matrix',
    lower: (x: Expression) => transpose(x),
  },
  matmul: {
    verify: ([x = [], y = [], ...others]) => {
      const isProduct = x.length === 2 && y.length === 2 && x[1] === y[0] && others.length === 0;
      return isProduct
        ? [x[0] ?? 0, y[1] ?? 0]
        : 'takes matrices of which one has as many columns as the other rows';
    },
    lower: (x: Expression, y: Expression) => matmul(x, y),
  },
};

function alike(shapes: readonly Shape[]): Shape | string {
  const [x, y, ...others] = shapes;
  return x && y && others.length === 0 && x.join() === y.join() ? x : 'takes two tensors of one shape';
}
