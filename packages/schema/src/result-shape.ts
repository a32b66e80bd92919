// The tail of a result's text, behind its head: its check and its times. Run after run says it in the same words with other numbers:
// the words are parsed and checked where they stand first.
import type { Places } from './measured.ts';
import { readNumber } from './number-bytes.ts';
import type { NumberList } from './number-bytes.ts';
import type { Result } from './types.generated.ts';

/**
 * The words of a tail, with places for numbers. The schema of a result tells numbers apart by nothing but whether they are whole and on
 * which side of 0 and of 1 they lie (`result-shape.test.ts` holds it to that): a number of a kind that was valid at a place is valid
 * there again.
 */
export interface ResultShape {
  /** The first result with these words. */
  readonly of: Result;
  readonly places: Places;
  /** The words between the numbers, one behind the other, and where in them each ends. */
  readonly words: DataView;
  readonly ends: Int32Array;
  /** The kinds of numbers that were valid at each place, a bit each. */
  readonly valid: Uint8Array;
}

// Strings, so that no number is found in one, and numbers.
const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * The shape of a valid result, whose tail was read from `text`, from behind the comma of its head to the last brace; null where the
 * text is not as the runner writes it: places in the text would not be places in the result. The runner writes no negative number there.
 */
export function shapeOf(text: Buffer, tail: object, of: Result): ResultShape | null {
  if (JSON.stringify(tail) !== `{${text.toString('utf8')}`) return null;
  const words: string[] = [];
  let count = 0;
  let from = 0;
  // A letter a byte, so that places in the string are places in the bytes.
  const bytes = text.toString('latin1');
  for (const { 0: token, index } of bytes.matchAll(tokens)) {
    if (token.startsWith('"')) continue;
    if (token.startsWith('-')) return null;
    words.push(bytes.slice(from, index));
    count++;
    from = index + token.length;
  }
  words.push(bytes.slice(from));
  let end = 0;
  return {
    of,
    places: placesIn(tail),
    words: textOf(Buffer.from(words.join(''), 'latin1')).view,
    ends: Int32Array.from(words, (word) => (end += word.length)),
    valid: new Uint8Array(count),
  };
}

function placesIn(tail: object): Places {
  const places = new Map<string, Map<string, number>>();
  let count = 0;
  const visit = (name: string, value: object) => {
    for (const [member, of] of Object.entries(value)) {
      if (typeof of === 'object' && of !== null) visit(name === '' ? member : `${name}.${member}`, of);
      if (typeof of !== 'number') continue;
      const own = places.get(name) ?? new Map<string, number>();
      places.set(name, own.set(member, count++));
    }
  };
  visit('', tail);
  return { of: places, named: [] };
}

/** The bytes of a text, one by one and four at a time. */
export interface TextBytes {
  readonly bytes: Buffer;
  readonly view: DataView;
}

/** A text's bytes. */
export function textOf(bytes: Buffer): TextBytes {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
}

/** Adds the numbers of the text at a place to a list, and says where it ends; −1 where it has other words, with the list as it was. */
export function readShape(
  { words, ends }: ResultShape,
  { bytes, view }: TextBytes,
  from: number,
  into: NumberList,
): number {
  const first = into.count;
  let at = from;
  let word = 0;
  // Hot: a long history has millions of numbers.
  for (let place = 0; place < ends.length; place++) {
    const end = ends[place] ?? 0;
    if (at + end - word > view.byteLength) return dropped(into, first);
    for (; word + 4 <= end; word += 4, at += 4)
      if (view.getUint32(at) !== words.getUint32(word)) return dropped(into, first);
    for (; word < end; word++, at++)
      if (view.getUint8(at) !== words.getUint8(word)) return dropped(into, first);
    if (place < ends.length - 1) at = readNumber(bytes, at, into);
    if (at < 0) return dropped(into, first);
  }
  return at;
}

function dropped(from: NumberList, first: number): number {
  from.count = first;
  return -1;
}

/** Whether numbers of the kinds of those in a list from a place on were valid at their places. */
export function areKnown({ valid }: ResultShape, { values }: NumberList, first: number): boolean {
  for (let place = 0; place < valid.length; place++)
    if (((valid[place] ?? 0) & kindOf(values[first + place] ?? 0)) === 0) return false;
  return true;
}

/** Takes note that they were valid there. */
export function makeKnown({ valid }: ResultShape, { values }: NumberList, first: number): void {
  for (let place = 0; place < valid.length; place++)
    valid[place] = (valid[place] ?? 0) | kindOf(values[first + place] ?? 0);
}

// 0, between 0 and 1, 1, above: a bit each, and whole numbers apart from others.
function kindOf(number: number): number {
  const side = number === 0 ? 1 : number < 1 ? 2 : number === 1 ? 4 : 8;
  return Number.isInteger(number) ? side : side << 4;
}
