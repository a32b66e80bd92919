import { GraphError } from './errors.ts';
import { typeText } from './types.ts';
import type { Type } from './types.ts';

/** The type itself, if its lengths are whole numbers from 0. Throws a ShapeError. */
export function checkLengths(type: Type): Type {
  if (type.shape.every((length) => Number.isSafeInteger(length) && length >= 0)) return type;
  throw new GraphError('ShapeError', `${typeText(type)}: lengths are whole numbers from 0`);
}
