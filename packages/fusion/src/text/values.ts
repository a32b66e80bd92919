// The pieces of a line: types, numbers and attributes.
import { dtypes } from '../graph/types.ts';
import type { Attribute, Attributes, Dtype, Shape, Type } from '../graph/types.ts';
import { listOf } from './cursor.ts';
import type { Cursor } from './cursor.ts';

/** Reads `f32[4,8]`. */
export function readType(cursor: Cursor): Type {
  return { dtype: readDtype(cursor), shape: readShape(cursor) };
}

function readDtype(cursor: Cursor): Dtype {
  const { text } = cursor.peek();
  const found = dtypes.find((dtype) => dtype === text) ?? cursor.refuse(`one of ${dtypes.join(', ')}`);
  cursor.take('word', 'an element type');
  return found;
}

function readShape(cursor: Cursor): Shape {
  return listOf(cursor, ['[', ']'], () => {
    const isLength = /^[0-9]+$/.test(cursor.peek().text) && cursor.peek().kind === 'number';
    return isLength ? readNumber(cursor) : cursor.refuse('a length');
  });
}

/** Reads `{axes = [1], keep = true}`, or nothing. */
export function readAttributes(cursor: Cursor): Attributes {
  if (cursor.peek().text !== '{') return {};
  const seen = new Set<string>();
  const entries = listOf(cursor, ['{', '}'], () => {
    if (seen.has(cursor.peek().text)) cursor.refuse('an attribute that is not there yet');
    const name = cursor.take('word', 'the name of an attribute').text;
    seen.add(name);
    cursor.take('sign', '"="', '=');
    return [name, readAttribute(cursor)] as const;
  });
  return Object.fromEntries(entries);
}

function readAttribute(cursor: Cursor): Attribute {
  const { kind, text } = cursor.peek();
  if (kind === 'text') return readText(cursor);
  if (text === '[') return listOf(cursor, ['[', ']'], () => readNumber(cursor));
  if (cursor.skip('true')) return true;
  if (cursor.skip('false')) return false;
  return kind === 'number' ? readNumber(cursor) : cursor.refuse('a number, a list, a text, true or false');
}

function readNumber(cursor: Cursor): number {
  // Infinities have a word of their own.
  const isWord = cursor.peek().text.endsWith('inf');
  if (!isWord && Math.abs(Number(cursor.peek().text)) === Infinity)
    cursor.refuse('a number that an f64 holds');
  const { text } = cursor.take('number', 'a number');
  if (text === 'nan') return Number.NaN;
  return text.endsWith('inf') ? (text === 'inf' ? Infinity : -Infinity) : Number(text);
}

/** Reads a text between quotation marks, with the escapes of JSON. */
export function readText(cursor: Cursor): string {
  const { text } = cursor.peek();
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') {
      cursor.take('text', 'a text');
      return value;
    }
  } catch {
    // Not an escape that JSON knows: refused below, where it stands.
  }
  return cursor.refuse('a text with the escapes of JSON');
}
