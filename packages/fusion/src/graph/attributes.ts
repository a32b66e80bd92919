// Reading attributes, which come as any JSON would: each reader gives one type, or the default of one that is left out.
import { GraphError } from './errors.ts';
import { dtypes } from './types.ts';
import type { Attribute, Attributes, Dtype } from './types.ts';

/** A whole number. Throws an AttributeError. */
export function integerOf(attributes: Attributes, name: string, fallback?: number): number {
  const value = attributes[name] ?? fallback;
  if (isInteger(value)) return value;
  throw wrong(name, value, 'a whole number');
}

/** A number. Throws an AttributeError. */
export function numberOf(attributes: Attributes, name: string, fallback?: number): number {
  const value = attributes[name] ?? fallback;
  if (typeof value === 'number') return value;
  throw wrong(name, value, 'a number');
}

/** True or false; false where it is left out. Throws an AttributeError. */
export function flagOf(attributes: Attributes, name: string): boolean {
  const value = attributes[name] ?? false;
  if (typeof value === 'boolean') return value;
  throw wrong(name, value, 'true or false');
}

/** Whole numbers. Throws an AttributeError. */
export function integersOf(
  attributes: Attributes,
  name: string,
  fallback?: readonly number[],
): readonly number[] {
  const value = attributes[name] ?? fallback;
  if (isList(value) && value.every(isInteger)) return value;
  throw wrong(name, value, 'a list of whole numbers');
}

/** A text. Throws an AttributeError. */
export function textOf(attributes: Attributes, name: string): string {
  const value = attributes[name];
  if (typeof value === 'string') return value;
  throw wrong(name, value, 'a text');
}

/** An element type. Throws an AttributeError. */
export function dtypeOf(attributes: Attributes, name: string): Dtype {
  const value = attributes[name];
  const found = dtypes.find((dtype) => dtype === value);
  if (found) return found;
  throw wrong(name, value, `one of ${dtypes.join(', ')}`);
}

/** A number, or a list of them. Throws an AttributeError. */
export function dataOf(attributes: Attributes, name: string): number | readonly number[] {
  const value = attributes[name];
  if (typeof value === 'number' || isList(value)) return value;
  throw wrong(name, value, 'a number or a list of numbers');
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

function isList(value: Attribute | undefined): value is readonly number[] {
  return Array.isArray(value);
}

function wrong(name: string, value: Attribute | undefined, expected: string): GraphError {
  const found = value === undefined ? 'it is missing' : `it is ${JSON.stringify(value)}`;
  return new GraphError('AttributeError', `attribute ${name} is ${expected}: ${found}`);
}
