import type { Expression } from '../graph/expression.ts';
import type { Type } from '../graph/types.ts';
import type { Build } from './contract.ts';

/** An array of one number. */
export function splat(op: Build, value: number, { dtype, shape }: Type): Expression {
  return op('constant', [], { value, dtype, shape });
}
