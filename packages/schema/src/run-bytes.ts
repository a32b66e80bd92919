// Reads run files one after the other. What run after run says in the same words, as what a result is of, the counts of its edge cases
// and the ladders, is parsed and checked where it stands first, and shared from then on.
import { InvalidDocument } from './invalid.ts';
import { parseResult, parser, parseRun, readJson } from './parse.ts';
import { complete, createHeads, isAt } from './result-head.ts';
import type { ResultHead } from './result-head.ts';
import type { FamilyLadder, Machine, Result, Run } from './types.generated.ts';

/** A run file's bytes as its type. Throws InvalidDocument with the file and the place of the fault. */
export function parseRunBytes(file: string, bytes: Buffer): Run {
  return sharing(file, bytes) ?? parseRun(file, readJson(file, bytes.toString('utf8')));
}

// As the runner writes them: the field before, and the beginning of the one behind. In JSON neither can stand inside a string, where
// quotes are escaped.
const families = { opening: Buffer.from('"families":['), next: Buffer.from(',"sessions":') };
const results = { opening: Buffer.from('"results":['), ending: ']}' };

// Null where the text is written in another way, or is at fault: the whole of it says how.
function sharing(file: string, bytes: Buffer): Run | null {
  const parts = cut(file, bytes, (list) => resultsOf(file, list));
  return parts && { ...parts.frame, results: parts.results };
}

/**
 * A run file in two: all but the results, and what `read` makes of the text between the brackets of their list. Null where the text is
 * not as the runner writes it, is at fault, or `read` gives null.
 */
export function cut<Read>(file: string, bytes: Buffer, read: (list: Buffer) => Read | null) {
  const start = bytes.indexOf(results.opening) + results.opening.length;
  const end = bytes.lastIndexOf(results.ending);
  if (start < results.opening.length || end <= start) return null;
  try {
    const frame = frameOf(file, bytes, { start, end });
    const list = frame && read(bytes.subarray(start, end));
    return frame && list && { frame, results: list };
  } catch (error) {
    if (error instanceof InvalidDocument) return null;
    throw error;
  }
}

const ladders = new Map<string, readonly FamilyLadder[]>();
const mostLadders = 1000;
const parseLadders = parser<readonly FamilyLadder[]>('run.schema.json#/properties/families');

// All but the results; null where they are not the run's own list.
function frameOf(
  file: string,
  bytes: Buffer,
  { start, end }: { readonly start: number; readonly end: number },
): Run | null {
  const before = bytes.toString('utf8', 0, start);
  const after = bytes.toString('utf8', end);
  const from = before.indexOf(families.opening.toString()) + families.opening.length - 1;
  const to = before.indexOf(families.next.toString(), from);
  if (from < families.opening.length || to < 0)
    return emptyOf(parseRun(file, readJson(file, before + after)));
  const run = parseRun(file, readJson(file, `${before.slice(0, from)}[]${before.slice(to)}${after}`));
  const text = before.slice(from, to);
  const known = ladders.get(text) ?? parseLadders(file, readJson(file, text));
  if (ladders.size < mostLadders) ladders.set(text, known);
  return run.families?.length === 0 ? emptyOf({ ...run, families: known }) : null;
}

function emptyOf(run: Run): Run | null {
  return run.results.length === 0 ? { ...run, machine: sharedMachine(run.machine) } : null;
}

const machines = new Map<string, Machine>();

function sharedMachine(machine: Machine): Machine {
  const text = JSON.stringify(machine);
  const known = machines.get(text) ?? machine;
  if (machines.size < mostLadders) machines.set(text, known);
  return known;
}

/** The heads of results that were read. */
export const heads = createHeads();
const separator = Buffer.from('},{"id":"');

/** The text of the result at a place of a list, of which so many bytes are known. */
export function pieceAt(list: Buffer, at: number, known: number): Buffer {
  const next = list.indexOf(separator, at + known);
  return list.subarray(at, next < 0 ? list.length : next + 1);
}

/** Whether the text of a result may end here. */
export function isEnd(list: Buffer, end: number): boolean {
  return end === list.length || isAt(separator, list, end - 1);
}

// `list` is what stands between the brackets. Each piece is a value by itself, or the text is at fault.
function resultsOf(file: string, list: Buffer): readonly Result[] {
  const read: Result[] = [];
  let before: ResultHead | null = null;
  for (let at = 0; at < list.length;) {
    const guess = heads.behind(before, list, at);
    const piece = pieceAt(list, at, guess?.bytes.length ?? 0);
    const head: ResultHead | null = guess ?? heads.find(file, piece, before);
    read.push(head ? complete(file, head, piece) : parseResult(file, readJson(file, piece.toString('utf8'))));
    before = head ?? before;
    at += piece.length + 1;
  }
  return read;
}
