// All mutants of one kernel's text: each has one small mistake.
import type { MutantOperator } from '@kernel-ladder/schema';
import { deadSpans } from './live.ts';
import { constants, tokenMutations } from './operators.ts';
import type { Rewrite, Source } from './operators.ts';
import { createSameness, rewritten } from './same.ts';
import { scopesOf } from './scopes.ts';
import type { Grid, Scopes } from './scopes.ts';
import { statementMutations } from './statements.ts';
import { bodiesOf, find, tokensOf } from './tokens.ts';

/** A kernel's text with one mistake. */
export interface TextMutant {
  readonly operator: MutantOperator;
  /** Line of the text, from 1. */
  readonly line: number;
  /** The lines that the mistake is in, without their indentation. */
  readonly before: string;
  readonly after: string;
  readonly text: string;
  /**
   * Names the place in any text that the same file becomes for another case: operator, the line with its numbers left out, which of
   * the lines that read so, and which mutant of that line.
   */
  readonly key: string;
}

/** How a text is launched, and which mutants of it are asked for. */
export interface Scope {
  /** Nothing follows from the number of workgroups where it is left out. */
  readonly grid?: Grid;
  /** Whether the mutant of a key is there already. */
  readonly has?: (key: string) => boolean;
  /** Whether a mutant of those lines is asked for: to find out whether it is another program takes longer than all else. */
  readonly wants?: (lines: Pick<TextMutant, 'line' | 'before' | 'after'>) => boolean;
}

/**
 * Every mutant of what a final text runs, in the order of operators and places. Some do not compile; none is the same program, as
 * far as constants and grid tell.
 */
export function mutantsOf(text: string, { grid, has, wants }: Scope = {}): readonly TextMutant[] {
  const source = { text, tokens: tokensOf(text) };
  const scopes = scopesOf(source.tokens, grid);
  const lines = placesOfLines(text);
  const count = createCount();
  const dead = deadPlaces(source, scopes);
  const isSame = createSameness(source, scopes, grid);
  return rewritesOf(source).flatMap((rewrite) => {
    const { operator, start, of = start } = rewrite;
    const { line, place } = lineAt(lines, of);
    const key = `${operator} ${place} ${count(`${operator} ${place}`, of)}`;
    if (has?.(key) || dead.some(({ from, to }) => start >= from && start < to)) return [];
    const shown = { line, ...excerpt(text, rewrite) };
    if (wants?.(shown) === false || isSame(rewrite)) return [];
    return [{ operator, ...shown, text: rewritten(text, rewrite), key }];
  });
}

function deadPlaces({ tokens }: Source, scopes: Scopes) {
  return deadSpans(tokens, scopes).map(({ first, end }) => ({
    from: tokens[first]?.start ?? Infinity,
    to: tokens[end - 1]?.end ?? Infinity,
  }));
}

// Which of the places that a line offers to an operator, and which of the mutants of that place: `2.1`.
function createCount(): (line: string, start: number) => string {
  const seen = new Map<string, Map<number, number>>();
  return (line, start) => {
    const places = seen.get(line) ?? new Map<number, number>();
    seen.set(line, places);
    places.set(start, (places.get(start) ?? -1) + 1);
    return `${[...places.keys()].indexOf(start)}.${places.get(start)}`;
  };
}

function rewritesOf(source: Source): readonly Rewrite[] {
  const { tokens } = source;
  const inBodies = bodiesOf(tokens).flatMap(({ first, end }) =>
    tokenMutations.flatMap((mutate) =>
      Array.from({ length: end - first }, (_, offset) => mutate(source, first + offset)).flat(),
    ),
  );
  return [...inBodies, ...statementMutations(source), ...topConstants(source)];
}

// Those of a launch: `const N = 1024u;`. The size of a workgroup is left as it is: grid and memory follow it.
function topConstants(source: Source): readonly Rewrite[] {
  const { text, tokens } = source;
  const sizes = new Set(/@workgroup_size\(([^)]*)\)/.exec(text)?.[1]?.match(/\w+/g));
  return tokens.flatMap((token, at) => {
    const isTop = token.text === 'const' && /(?:^|\n)$/.test(text.slice(0, token.start));
    if (!isTop || sizes.has(tokens[at + 1]?.text ?? '')) return [];
    const end = find(tokens, at, ';');
    return Array.from({ length: end - at }, (_, offset) => constants(source, at + offset)).flat();
  });
}

interface LinePlace {
  readonly start: number;
  readonly place: string;
}

function placesOfLines(text: string): readonly LinePlace[] {
  const seen = new Map<string, number>();
  let start = 0;
  return text.split('\n').map((line) => {
    const masked = maskNumbers(line);
    const occurrence = (seen.get(masked) ?? 0) + 1;
    seen.set(masked, occurrence);
    const place = { start, place: `${masked} @${occurrence}` };
    start += line.length + 1;
    return place;
  });
}

/** A line without its numbers, its comment and its indentation: what a launch sets differs from case to case. */
export function maskNumbers(line: string): string {
  return line
    .replace(/\/\/.*/, '')
    .replaceAll(/(?<![\w.])(?:0[xX][\da-fA-F.]+(?:[pP][+-]?\d+)?|\d+\.?\d*(?:[eE][+-]?\d+)?)[iufh]?/g, '№')
    .trim();
}

function lineAt(lines: readonly LinePlace[], at: number): { readonly line: number; readonly place: string } {
  const index = lines.findLastIndex(({ start }) => start <= at);
  return { line: index + 1, place: lines[index]?.place ?? '' };
}

function excerpt(text: string, { start, end, text: put, of = start }: Rewrite) {
  const head = lineOf(text, of);
  if (head.end < start) {
    const before = text.slice(head.start, head.end).trim();
    return { before, after: `${before} … ${put}}` };
  }
  const [from, to] = [lineOf(text, start).start, lineOf(text, end).end];
  return {
    before: text.slice(from, to).trim(),
    after: `${text.slice(from, start)}${put}${text.slice(end, to)}`.trim(),
  };
}

function lineOf(text: string, at: number) {
  const end = text.indexOf('\n', at);
  return { start: text.lastIndexOf('\n', at - 1) + 1, end: end < 0 ? text.length : end };
}
