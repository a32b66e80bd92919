// Run files, one after the other, by words and numbers: what a file says in the words of one before is neither parsed nor checked again.
import type { MeasuredResult, MeasuredRun, Places } from './measured.ts';
import type { NumberList } from './number-bytes.ts';
import { parseResult, readJson } from './parse.ts';
import type { ResultHead } from './result-head.ts';
import { cut, heads, isEnd, pieceAt } from './run-bytes.ts';
import { textOf } from './result-shape.ts';
import type { TextBytes } from './result-shape.ts';
import { shapedAt, shapeOfAny } from './shaped.ts';
import type { Result } from './types.generated.ts';
import { isSound } from './validate/measured.ts';

/**
 * A run file's bytes by words and numbers, where it is as the runner writes it, follows its schema and does not contradict itself; null
 * of any other, of which `parseRunBytes` and `validateRun` know more.
 */
export function measureRun(file: string, bytes: Buffer): MeasuredRun | null {
  const parts = cut(file, bytes, (list) => measuredIn(file, list));
  if (!parts) return null;
  const { words, results } = sharedLists(parts.results.read);
  const measured = { run: { ...parts.frame, results: words }, results, numbers: parts.results.numbers };
  return isSound(measured) ? measured : null;
}

interface Lists {
  readonly words: readonly Result[];
  readonly results: readonly MeasuredResult[];
}

// Of the last run with as many results.
const lastLists = new Map<number, Lists>();
const mostLists = 100;

// Most often a run says what the one before said: whoever works something out of the words alone does it once.
function sharedLists(results: readonly MeasuredResult[]): Lists {
  const last = lastLists.get(results.length);
  if (last && results.every((one, at) => saysTheSame(one, last.results[at]))) return last;
  const lists = { words: results.map(({ of }) => of), results };
  if (last || lastLists.size < mostLists) lastLists.set(results.length, lists);
  return lists;
}

// A result has one list of places.
function saysTheSame({ of, first }: MeasuredResult, other: MeasuredResult | undefined): boolean {
  return of === other?.of && first === other.first;
}

let scratch = new Float64Array(2 ** 16);

// A number has a byte at least.
function numbersFor({ length }: Buffer): NumberList {
  if (scratch.length < length) scratch = new Float64Array(2 * length);
  return { values: scratch, count: 0 };
}

function measuredIn(file: string, list: Buffer): { read: readonly MeasuredResult[]; numbers: Float64Array } {
  const read: MeasuredResult[] = [];
  const numbers = numbersFor(list);
  const text = textOf(list);
  let before: ResultHead | null = null;
  for (let at = 0; at < list.length;) {
    const first = numbers.count;
    const head: ResultHead | null =
      heads.behind(before, list, at) ?? heads.find(file, pieceAt(list, at, 0), before);
    const { of, places, end } = head ? resultAt(file, head, { text, at }, numbers) : wholeAt(file, list, at);
    read.push({ of, places, first });
    before = head ?? before;
    at = end + 1;
  }
  return { read, numbers: numbers.values.slice(0, numbers.count) };
}

interface ReadResult extends Pick<MeasuredResult, 'of' | 'places'> {
  readonly end: number;
}

// Of words that were seen, else of any.
function resultAt(
  file: string,
  head: ResultHead,
  { text, at }: { readonly text: TextBytes; readonly at: number },
  into: NumberList,
): ReadResult {
  const first = into.count;
  const seen = shapedAt(head, text, at, into);
  if (seen && isEnd(text.bytes, seen.end)) return { ...seen.shape, end: seen.end };
  into.count = first;
  const piece = pieceAt(text.bytes, at, head.bytes.length);
  return { ...shapeOfAny(file, head, piece, into), end: at + piece.length };
}

const nowhere: Places = { of: new Map(), named: [] };
const wholes = new Map<string, Result>();
const mostWholes = 20_000;

// What was skipped or failed has no head, and most often says the same again.
function wholeAt(file: string, list: Buffer, at: number): ReadResult {
  const piece = pieceAt(list, at, 0);
  const name = piece.toString('latin1');
  const of = wholes.get(name) ?? parseResult(file, readJson(file, piece.toString('utf8')));
  if (wholes.size < mostWholes) wholes.set(name, of);
  return { of, places: nowhere, end: at + piece.length };
}
