import type { Expression } from '../graph/expression.ts';
import { sameShape } from '../graph/types.ts';
import type { Shape } from '../graph/types.ts';
import type { Build } from './contract.ts';

/** Adds up what a broadcast from `shape` has repeated: its transpose as a linear map. */
export function sumTo(op: Build, value: Expression, shape: Shape): Expression {
  const from = value.type.shape;
  const missing = from.length - shape.length;
  const axes = from.flatMap((length, axis) =>
    axis < missing || (shape[axis - missing] === 1 && length !== 1) ? [axis] : [],
  );
  const sum = axes.length === 0 ? value : op('reduce-sum', [value], { axes });
  return sameShape(sum.type.shape, shape) ? sum : op('reshape', [sum], { shape });
}
