// Texts of results by their shapes: words that were seen, with numbers of kinds that were valid, are those of a valid result.
import { InvalidDocument } from './invalid.ts';
import type { NumberList } from './number-bytes.ts';
import { complete } from './result-head.ts';
import type { ResultHead } from './result-head.ts';
import { areKnown, makeKnown, readShape, shapeOf, textOf } from './result-shape.ts';
import type { ResultShape, TextBytes } from './result-shape.ts';
import type { Result } from './types.generated.ts';

/** The shape of a text, and where that ends. */
export interface ShapedText {
  readonly shape: ResultShape;
  readonly end: number;
}

/**
 * The shape of the result with a head at a place of a text, where its tail has words that were seen, and numbers of kinds that were
 * valid; else null. The numbers go behind those of a list.
 */
export function shapedAt(head: ResultHead, text: TextBytes, at: number, into: NumberList): ShapedText | null {
  const first = into.count;
  for (const shape of head.shapes) {
    const end = readShape(shape, text, at + head.bytes.length, into);
    if (end >= 0 && areKnown(shape, into, first)) return { shape, end };
    into.count = first;
  }
  return null;
}

/**
 * Any valid result with a head, whose words and kinds of numbers are known from then on. Throws InvalidDocument, also on a text that is not
 * as the runner writes it: it has no places for numbers, so that no rule would see them.
 */
export function shapeOfAny(file: string, head: ResultHead, text: Buffer, into: NumberList): ResultShape {
  const first = into.count;
  const result = complete(file, head, text);
  const tail = textOf(text.subarray(head.bytes.length));
  const shape = seenShape(head, tail, into) ?? addShape(head, tail, result);
  if (!shape) throw new InvalidDocument(`${file}: ${result.id} is not as the runner writes it`);
  if (into.count === first) readShape(shape, tail, 0, into);
  makeKnown(shape, into, first);
  return shape;
}

function seenShape({ shapes }: ResultHead, tail: TextBytes, into: NumberList): ResultShape | null {
  const first = into.count;
  for (const shape of shapes) {
    if (readShape(shape, tail, 0, into) === tail.bytes.length) return shape;
    into.count = first;
  }
  return null;
}

// For one reason to stop or another, in one cache or both.
const mostShapes = 3;

function addShape({ fields, shapes }: ResultHead, { bytes }: TextBytes, result: Result): ResultShape | null {
  const tail = Object.fromEntries(Object.entries(result).slice(Object.keys(fields).length));
  const shape = shapeOf(bytes, tail, result);
  if (!shape) return null;
  shapes.unshift(shape);
  shapes.splice(mostShapes);
  return shape;
}
