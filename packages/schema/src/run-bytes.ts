// Reads run files one after the other. What run after run says in the same words, as what a result is of, the counts of its edge cases
// and the ladders, is parsed and checked where it stands first, and shared from then on.
import { InvalidDocument } from './invalid.ts';
import { parseMachine, parseResult, parser, parseRun, readJson } from './parse.ts';
import { complete, createHeads, isAt } from './result-head.ts';
import type { ResultHead } from './result-head.ts';
import type { FamilyLadder, Machine, Result, Run } from './types.generated.ts';

/** A run file's bytes as its type. Throws InvalidDocument with the file and the place of the fault. */
export function parseRunBytes(file: string, bytes: Buffer): Run {
  return sharing(file, bytes) ?? parseRun(file, readJson(file, bytes.toString('utf8')));
}

// As the runner writes them. In JSON none of these can stand inside a string, where quotes are escaped.
const opening = Buffer.from('{"schemaVersion":1,"run":');
const beforeMachine = Buffer.from(',"machine":');
const beforeSessions = Buffer.from(',"sessions":');
const beforeResults = Buffer.from(',"results":[');
const ending = ']}';
// JSON has no other blanks.
const isEnding = /^\]\}[ \t\r\n]*$/;

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
  const parts = partsOf(bytes);
  if (!parts) return null;
  try {
    const frame = frameOf(file, parts);
    const list = frame && read(parts.results);
    return frame && list && { frame, results: list };
  } catch (error) {
    if (error instanceof InvalidDocument) return null;
    throw error;
  }
}

interface Parts {
  readonly run: Buffer;
  /** With the name of its member, and the ladders behind it. */
  readonly machine: Buffer;
  readonly sessions: Buffer;
  /** What stands between the brackets. */
  readonly results: Buffer;
}

// Where each part is a value by itself, the text is one of these values and no others.
function partsOf(bytes: Buffer): Parts | null {
  const machine = bytes.indexOf(beforeMachine);
  const sessions = bytes.indexOf(beforeSessions, machine);
  const results = bytes.indexOf(beforeResults, sessions);
  const [first, end] = [results + beforeResults.length, bytes.lastIndexOf(ending)];
  const areInOrder = machine > 0 && sessions > machine && results > sessions && end >= first;
  if (!areInOrder || !isAt(opening, bytes, 0) || !isEnding.test(bytes.toString('latin1', end))) return null;
  return {
    run: bytes.subarray(opening.length, machine),
    machine: bytes.subarray(machine + 1, sessions),
    sessions: bytes.subarray(sessions + beforeSessions.length, results),
    results: bytes.subarray(first, end),
  };
}

const parseInfo = parser<Run['run']>('run.schema.json#/properties/run');
const parseSessions = parser<Run['sessions']>('run.schema.json#/properties/sessions');

// All but the results; null where a part holds more than it is to.
function frameOf(file: string, { run, machine, sessions }: Parts): Run | null {
  const known = knownMachine(file, machine);
  return (
    known && {
      schemaVersion: 1,
      run: parseInfo(file, readJson(file, run.toString('utf8'))),
      ...known,
      sessions: parseSessions(file, readJson(file, sessions.toString('utf8'))),
      results: [],
    }
  );
}

type OnMachine = Pick<Run, 'machine' | 'families'>;

interface KnownMachine {
  readonly bytes: Buffer;
  readonly of: OnMachine;
}

// The newest first: run after run says the same of its machine and its ladders.
const machines: KnownMachine[] = [];
const mostMachines = 64;

function knownMachine(file: string, bytes: Buffer): OnMachine | null {
  const found = machines.find((one) => one.bytes.equals(bytes));
  if (found) return found.of;
  const of = parseOnMachine(file, readJson(file, `{${bytes.toString('utf8')}}`));
  if (of) machines.unshift({ bytes: Buffer.from(bytes), of });
  machines.splice(mostMachines);
  return of;
}

const parseLadders = parser<readonly FamilyLadder[]>('run.schema.json#/properties/families');

function parseOnMachine(file: string, value: unknown): OnMachine | null {
  const { machine, families, ...others } = value as { readonly [member: string]: unknown };
  if (Object.keys(others).length > 0) return null;
  return {
    machine: sharedMachine(parseMachine(file, machine)),
    ...(families === undefined ? {} : { families: parseLadders(file, families) }),
  };
}

// Beside other ladders it is the same.
function sharedMachine(machine: Machine): Machine {
  const text = JSON.stringify(machine);
  return machines.find(({ of }) => JSON.stringify(of.machine) === text)?.of.machine ?? machine;
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
