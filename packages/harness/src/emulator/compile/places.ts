// Parts of values and of places: elements, members and swizzles.
import { layoutOf, nameOf, offsetOf, strideOf, vectorOf } from './types.ts';
import type { ArrayType, Type, Vector } from './types.ts';
import { helper, refuse } from './unit.ts';
import type { Unit } from './unit.ts';
import { readCode } from './values.ts';
import type { Place, Value } from './values.ts';

/** Where in the text a part is asked for. */
export interface At {
  readonly unit: Unit;
  readonly line: number;
}

/** What stands in a place. */
export function load(place: Place, type: Type, line: number): Value {
  if (place.in === 'thread') return { type, code: place.read, place };
  // Whole arrays of unknown length, and atomics, are only pointed at.
  const isRead = type.kind !== 'atomic' && !(type.kind === 'array' && type.count === null);
  return { type, code: isRead ? readCode(place.region, place.offset, type, line) : '', place };
}

/** An element of an array, or a component of a vector. */
export function elementOf({ line }: At, of: Value, index: Value): Value {
  const { type, place } = of;
  if (type.kind !== 'array' && type.kind !== 'vector')
    return refuse({ line }, `${nameOf(type)} has no elements`);
  if (place?.in === 'memory') return elementInMemory(place, type, { index, line });
  const at = inside(type, index) ?? `T.at(${index.code}, ${lengthOf(type)}, ${line})`;
  const read = `${of.code}[${at}]`;
  if (!place) return { type: type.of, code: read };
  return { type: type.of, code: read, place: partOf(place, type, { at, read }) };
}

function elementInMemory(
  place: Place & { in: 'memory' },
  type: ArrayType | Vector,
  { index, line }: { readonly index: Value; readonly line: number },
): Value {
  const step = type.kind === 'vector' ? layoutOf(type.of).size : strideOf(type);
  const count = lengthOf(type) ?? `${place.region}.room(${step})`;
  const at = inside(type, index) ?? `${place.region}.at(${index.code}, ${count}, ${line})`;
  return load({ ...place, offset: sumOf(place.offset, at, step) }, type.of, line);
}

// Null where the binding decides.
function lengthOf(type: ArrayType | Vector): number | null {
  return type.kind === 'vector' ? type.size : type.count;
}

function partOf(
  place: Place & { in: 'thread' },
  type: ArrayType | Vector,
  { at, read }: { readonly at: string | number; readonly read: string },
): Place {
  if (type.kind === 'array') return { in: 'thread', read, write: (value) => `${read} = ${value};` };
  // A vector is never changed: others may hold it.
  return { in: 'thread', read, write: (value) => place.write(`L.put(${place.read}, ${at}, ${value})`) };
}

// An index that needs no look when the shader runs.
function inside(type: ArrayType | Vector, { known }: Value): number | null {
  return typeof known === 'number' && known >= 0 && known < (lengthOf(type) ?? 0) ? known : null;
}

function sumOf(offset: string, at: string | number, step: number): string {
  if (typeof at === 'number') return at === 0 ? offset : `${offset} + ${at * step}`;
  return offset === '0' ? `${at} * ${step}` : `${offset} + ${at} * ${step}`;
}

/** A member of a structure, a component of a vector, or several. */
export function memberOf(at: At, of: Value, name: string): Value {
  const { type, place } = of;
  if (type.kind === 'vector') return swizzle(at, of, name);
  if (type.kind !== 'struct') return refuse(at, `${nameOf(type)} has no member ${name}`);
  const index = type.members.findIndex((member) => member.name === name);
  const member = type.members[index] ?? refuse(at, `${type.name} has no member ${name}`);
  if (place?.in === 'memory') {
    const offset = sumOf(place.offset, index === 0 ? 0 : 1, offsetOf(type, index));
    return load({ ...place, offset }, member.type, at.line);
  }
  const read = `${of.code}[${index}]`;
  const value: Value = { type: member.type, code: read };
  if (!place) return value;
  return { ...value, place: { in: 'thread', read, write: (written) => `${read} = ${written};` } };
}

function swizzle(at: At, of: Value, name: string): Value {
  const { type } = of;
  if (type.kind !== 'vector') return of;
  const letters = name.split('').map((letter) => Math.max('xyzw'.indexOf(letter), 'rgba'.indexOf(letter)));
  if (letters.some((letter) => letter < 0 || letter >= type.size))
    return refuse(at, `${nameOf(type)} has no member ${name}`);
  const [only = 0] = letters;
  if (letters.length === 1)
    return elementOf(at, of, {
      type: { kind: 'scalar', name: 'u32' },
      code: String(only),
      known: only,
    });
  const list = letters.map((letter) => `v[${letter}]`).join(', ');
  const pick = helper(at.unit, `pick_${letters.join('')}`, () => `(v) => [${list}]`);
  return { type: vectorOf(letters.length, type.of), code: `${pick}(${of.code})` };
}
