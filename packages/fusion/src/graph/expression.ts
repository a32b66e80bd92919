// A value as the tree that computes it: what graphs are built from and what rewrites look at. Two expressions that are the same
// object are computed once; nothing else is shared.
import type { Attributes, Type } from './types.ts';

/** A value with everything it is computed from. `input` is the operator of values from outside; its attribute is their name. */
export interface Expression {
  readonly op: string;
  readonly operands: readonly Expression[];
  readonly attributes: Attributes;
  readonly type: Type;
}
