// Rules of types that several operators share. Every message names the operator and both shapes.
import { GraphError } from '../graph/errors.ts';
import { stored } from '../graph/stored.ts';
import { isFloat, sameShape, typeText } from '../graph/types.ts';
import type { Dtype, Shape, Type } from '../graph/types.ts';

/** What elements an operator computes with. `i8` is a way to store numbers: it is cast before anything is computed. */
export type Domain = 'float' | 'number' | 'ordered' | 'bool' | 'any';

const domains: { readonly [Name in Domain]: readonly Dtype[] } = {
  float: ['f32', 'f16'],
  number: ['f32', 'f16', 'i32', 'u32'],
  ordered: ['f32', 'f16', 'i32', 'u32', 'i8'],
  bool: ['bool'],
  any: ['f32', 'f16', 'i32', 'u32', 'i8', 'bool'],
};

/** The type that operands have in common. Throws a ShapeError or a DtypeError. */
export function common(name: string, domain: Domain, operands: readonly Type[]): Type {
  const first = operandAt(operands, 0);
  for (const other of operands.slice(1)) {
    if (!sameShape(first.shape, other.shape))
      throw shapeError(`${name} takes operands of one shape`, operands, 'broadcast first');
    if (first.dtype !== other.dtype)
      throw dtypeError(`${name} takes operands of one element type`, operands, 'cast first');
  }
  return inDomain(name, domain, first);
}

/** The type itself, if its elements are in the domain. Throws a DtypeError. */
export function inDomain(name: string, domain: Domain, type: Type): Type {
  if (domains[domain].includes(type.dtype)) return type;
  throw dtypeError(`${name} takes ${domains[domain].join(', ')}`, [type], 'cast first');
}

/** The operand at that place; arity is checked before anything else is. */
export function operandAt(operands: readonly Type[], index: number): Type {
  const found = operands[index];
  if (!found) throw new GraphError('ArityError', `there is no operand ${index}`);
  return found;
}

/** A ShapeError that lists the types. */
export function shapeError(rule: string, types: readonly Type[], remedy?: string): GraphError {
  return new GraphError('ShapeError', message(rule, types, remedy));
}

/** A DtypeError that lists the types. */
export function dtypeError(rule: string, types: readonly Type[], remedy?: string): GraphError {
  return new GraphError('DtypeError', message(rule, types, remedy));
}

function message(rule: string, types: readonly Type[], remedy?: string): string {
  return `${rule}, not ${types.map(typeText).join(' and ')}${remedy === undefined ? '' : `: ${remedy}`}`;
}

/** Whether `shape` can be broadcast to `target`: aligned at the last axis, each length is the target's or 1. */
export function canBroadcast(shape: Shape, target: Shape): boolean {
  const missing = target.length - shape.length;
  return missing >= 0 && shape.every((length, axis) => length === 1 || length === target[axis + missing]);
}

/** Axes in ascending order without repetition, each within the rank. Throws an AttributeError. */
export function checkAxes(name: string, axes: readonly number[], operand: Type): readonly number[] {
  const rank = operand.shape.length;
  const isRising = axes.every((axis, place) => place === 0 || axis > (axes[place - 1] ?? 0));
  if (isRising && axes.every((axis) => axis >= 0 && axis < rank)) return axes;
  throw new GraphError(
    'AttributeError',
    `${name} takes rising axes of ${typeText(operand)}, 0 to ${rank - 1}, not [${axes.join(', ')}]`,
  );
}

/** Throws a DtypeError unless the value, called so, is a number of the type: infinities and NaN are floats, what has to be rounded too. */
export function checkNumber(name: string, value: number, dtype: Dtype): void {
  const limit = largest[dtype];
  const fits =
    limit === undefined
      ? stored(dtype, value) === value
      : !(Math.abs(value) > limit && Number.isFinite(value));
  if (!fits) throw new GraphError('DtypeError', `${name} ${value} is no ${dtype}`);
}

const largest: { readonly [Float in Dtype]?: number } = { f32: 3.4028234663852886e38, f16: 65504 };

/** Whether elements are whole numbers that wrap. */
export function isInteger(dtype: Dtype): boolean {
  return !isFloat(dtype) && dtype !== 'bool';
}
