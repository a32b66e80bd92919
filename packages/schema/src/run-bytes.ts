// Reads run files one after the other. What run after run says in the same words, as the counts of edge cases and the ladders, is
// parsed and checked where it stands first, and shared from then on.
import { InvalidDocument } from './invalid.ts';
import { parser, parseRun, readJson } from './parse.ts';
import type { FamilyLadder, Result, Run } from './types.generated.ts';

/** A run file's bytes as its type. Throws InvalidDocument with the file and the place of the fault. */
export function parseRunBytes(file: string, bytes: Buffer): Run {
  return sharing(file, bytes) ?? parseRun(file, readJson(file, bytes.toString('utf8')));
}

// As the runner writes them: the field before, and the beginning of the one behind. In JSON neither can stand inside a string, where
// quotes are escaped.
const parts = {
  coverage: { opening: '"coverage":[', next: ',"comparable":' },
  families: { opening: '"families":[', next: ',"sessions":' },
} as const;

const known = {
  coverage: sharedBy<Result['coverage']>('result.schema.json#/properties/coverage'),
  families: sharedBy<readonly FamilyLadder[]>('run.schema.json#/properties/families'),
};

// Null where the text is written in another way, or is at fault: the whole of it says how.
function sharing(file: string, bytes: Buffer): Run | null {
  // Every byte is a character, which parsing does not care about.
  const text = bytes.toString('latin1');
  const ladders = cut(text, parts.families);
  const cases = cut(ladders.rest, parts.coverage);
  try {
    const [families, ...others] = ladders.values.map((value) => known.families(value));
    const coverages = cases.values.map((value) => known.coverage(value));
    const run = parseRun(file, readJson(file, decoded(cases.rest)));
    if (others.length > 0 || coverages.length !== run.results.length) return null;
    return {
      ...run,
      ...(families ? { families } : {}),
      results: run.results.map((result, at) => withCoverage(result, coverages[at] ?? [])),
    };
  } catch (error) {
    if (error instanceof InvalidDocument) return null;
    throw error;
  }
}

// The result is nobody else's yet: to copy it would cost as much as to parse it.
function withCoverage(result: Result, coverage: Result['coverage']): Result {
  return Object.assign(result, { coverage });
}

interface Part {
  readonly opening: string;
  readonly next: string;
}

// Takes lists out of a text, and leaves empty ones.
function cut(
  text: string,
  { opening, next }: Part,
): { readonly rest: string; readonly values: readonly string[] } {
  const values: string[] = [];
  const pieces: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(opening, at);
    const end = start < 0 ? -1 : text.indexOf(next, start);
    if (end < 0) break;
    pieces.push(text.slice(at, start + opening.length));
    values.push(text.slice(start + opening.length - 1, end));
    pieces.push(']');
    at = end;
  }
  return { rest: [...pieces, text.slice(at)].join(''), values };
}

const mostShared = 20_000;

function sharedBy<T>(schema: string): (text: string) => T {
  const parse = parser<T>(schema);
  const values = new Map<string, T>();
  return (text) => {
    const found = values.get(text);
    if (found !== undefined) return found;
    const value = parse('', readJson('', decoded(text)));
    // A text of its own: a slice would keep all of its file.
    if (values.size < mostShared) values.set(Buffer.from(text, 'latin1').toString('latin1'), value);
    return value;
  };
}

// oxlint-disable-next-line no-control-regex -- every byte of ASCII
const ascii = /^[\x00-\x7f]*$/;

function decoded(text: string): string {
  return ascii.test(text) ? text : Buffer.from(text, 'latin1').toString('utf8');
}
