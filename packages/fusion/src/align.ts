// How operands of unlike types meet: numbers take the type of what they stand beside, element types are promoted, shapes broadcast.
import { node } from './graph/build.ts';
import { GraphError } from './graph/errors.ts';
import type { Expression } from './graph/expression.ts';
import { isFloat, sameShape, typeText } from './graph/types.ts';
import type { Dtype, Shape } from './graph/types.ts';
import { promote } from './operators/promotion.ts';

/** A value, or a number that becomes one. */
export type Operand = Expression | number;

/** All operands as values of one element type and one shape. Throws a ShapeError or a DtypeError with both types. */
export function align(...operands: readonly Operand[]): readonly Expression[] {
  const values = operands.filter((operand) => typeof operand !== 'number');
  const dtype = commonDtype(operands);
  const shape = commonShape(values);
  return operands.map((operand) =>
    typeof operand === 'number'
      ? node('constant', [], { value: operand, dtype, shape })
      : broadcastTo(castTo(operand, dtype), shape),
  );
}

/** The value repeated to that shape; itself where it has it. Throws a ShapeError with both types. */
export function broadcastTo(value: Expression, shape: Shape): Expression {
  return sameShape(value.type.shape, shape) ? value : node('broadcast', [value], { shape });
}

/** The value in that element type; itself where it has it. */
export function castTo(value: Expression, dtype: Dtype): Expression {
  return value.type.dtype === dtype ? value : node('cast', [value], { dtype });
}

/** The shape that others are broadcast to: aligned at the last axis, the longer of each two lengths, one of which is 1 or both the same. */
export function commonShape(values: readonly Expression[]): Shape {
  return values.reduce<Shape>((shape, value) => meet(shape, value.type.shape, values), []);
}

function meet(left: Shape, right: Shape, values: readonly Expression[]): Shape {
  const rank = Math.max(left.length, right.length);
  return Array.from({ length: rank }, (_, axis) => {
    const [one, other] = [left[axis - rank + left.length] ?? 1, right[axis - rank + right.length] ?? 1];
    if (one === other || other === 1) return one;
    if (one === 1) return other;
    const types = values.map(({ type }) => typeText(type)).join(' and ');
    throw new GraphError('ShapeError', `${types} do not broadcast: ${one} meets ${other}`);
  });
}

// A number has no type of its own: 0.5 beside integers is a float, 2 beside them is one of them.
function commonDtype(operands: readonly Operand[]): Dtype {
  const found = operands.flatMap((operand) => (typeof operand === 'number' ? [] : [operand.type.dtype]));
  const [first = 'f32'] = found;
  const dtype = found.every((each) => each === first) ? first : found.reduce(promote);
  const isWhole = operands.every((operand) => typeof operand !== 'number' || Number.isInteger(operand));
  return isFloat(dtype) || isWhole ? dtype : promote(dtype, 'f32');
}
