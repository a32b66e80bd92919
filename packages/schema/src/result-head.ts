// The head of a result's text: all before its check and its times. Run after run says it again, until the kernel is another.
import resultSchema from '../schemas/result.schema.json' with { type: 'json' };
import { compilerOf } from './compile.ts';
import { InvalidDocument } from './invalid.ts';
import { parseResult, readJson } from './parse.ts';
import type { ResultShape } from './result-shape.ts';
import type { Result } from './types.generated.ts';
import { options } from './validators.ts';

/** A head that a valid result had. */
export interface ResultHead {
  /** From the brace of the result up to the comma before its check or its times. */
  readonly bytes: Buffer;
  readonly fields: Partial<Result>;
  /** Of the results that have it. */
  readonly shapes: ResultShape[];
  /** The head that stood behind it when it was last seen. */
  next: ResultHead | null;
}

/** Heads that were seen. */
export interface Heads {
  /** The head at a place of a text, where it is the one that stood behind `before` the last time. */
  readonly behind: (before: ResultHead | null, text: Buffer, at: number) => ResultHead | null;
  /** The head of a result's text, which is checked as a whole where the head was not seen yet; null where it has none. */
  readonly find: (file: string, text: Buffer, before: ResultHead | null) => ResultHead | null;
}

// About a hundred kernels of two hundred results.
const mostHeads = 20_000;

/** Remembers heads. */
export function createHeads(): Heads {
  const known = new Map<string, ResultHead>();
  let first: ResultHead | null = null;
  const follow = (before: ResultHead | null, head: ResultHead) => {
    if (before) before.next = head;
    else first = head;
  };
  return {
    behind: (before, text, at) => {
      const head = before ? before.next : first;
      return head && isAt(head.bytes, text, at) ? head : null;
    },
    find: (file, text, before) => {
      const bytes = headIn(text);
      if (bytes === null) return null;
      const name = bytes.toString('latin1');
      const head = known.get(name) ?? checkedHead(file, bytes, text);
      if (known.size < mostHeads) known.set(name, head);
      follow(before, head);
      return head;
    },
  };
}

/** Whether a text has these bytes at a place. */
export function isAt(bytes: Buffer, text: Buffer, at: number): boolean {
  const end = at + bytes.length;
  return end <= text.length && text.compare(bytes, 0, bytes.length, at, end) === 0;
}

const openings = ['"check":{', '"timing":{'].map((opening) => Buffer.from(opening));

function headIn(text: Buffer): Buffer | null {
  const ends = openings.map((opening) => text.indexOf(opening)).filter((at) => at > 0);
  return ends.length === 0 ? null : text.subarray(0, Math.min(...ends));
}

// A copy: a part would keep all of its file.
function checkedHead(file: string, bytes: Buffer, text: Buffer): ResultHead {
  parseResult(file, readJson(file, text.toString('utf8')));
  const fields = readJson(file, `${bytes.toString('utf8', 0, bytes.length - 1)}}`) as Partial<Result>;
  return { bytes: Buffer.from(bytes), fields: withShared(fields), shapes: [], next: null };
}

const shared = new Map<string, object>();

// Another kernel of the same result has the same parameters and, most often, the same counts.
function withShared(fields: Partial<Result>): Partial<Result> {
  const values = Object.entries(fields).map(([field, value]) => [
    field,
    isObject(value) ? sharedOf(value) : value,
  ]);
  return Object.fromEntries(values) as Partial<Result>;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function sharedOf(value: object): object {
  const text = JSON.stringify(value);
  const known = shared.get(text) ?? value;
  if (shared.size < mostHeads) shared.set(text, known);
  return known;
}

/** Fields that stand in heads alone; what may stand behind, as a peak of memory in older runs, is checked each time. */
export const headFields: ReadonlySet<string> = new Set([
  'id',
  'family',
  'variant',
  'case',
  'params',
  'dtype',
  'kind',
  'peer',
  'unlisted',
  'breaks',
  'simulated',
  'work',
  'coverage',
  'comparable',
  'comparableReasons',
  'kernelHash',
  'tuned',
  'dispatch',
  'loc',
] satisfies readonly (keyof Result)[]);

// The schema of a result, without what it says of the values of heads: those were held to it where they stood first.
const { properties } = resultSchema;
const tails = compilerOf({
  ...options,
  schemas: [
    {
      ...resultSchema,
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, shape]) => [name, headFields.has(name) ? true : shape]),
      ),
    },
  ],
});

/** The result whose text begins with a head. Throws InvalidDocument. */
export function complete(file: string, { bytes, fields }: ResultHead, text: Buffer): Result {
  const tail = readJson(file, `{${text.toString('utf8', bytes.length)}`);
  const result: unknown = { ...fields, ...(tail as object) };
  const stray = Object.keys(tail as object).find((field) => headFields.has(field));
  const isComplete = tails<Result>(resultSchema.$id);
  if (stray !== undefined || !isComplete(result)) throw new InvalidDocument(`${file}: ${fields.id}`);
  return result;
}
