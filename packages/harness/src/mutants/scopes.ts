// What is known of names in a kernel's text, as one launch has it: constants, the workgroup's id, and what is calculated of these.
import { evaluate } from './fold.ts';
import type { Values } from './fold.ts';
import { integer } from './known.ts';
import type { Known } from './known.ts';
import { bodiesOf, find } from './tokens.ts';
import type { Span, Token } from './tokens.ts';

/** Workgroups of a dispatch along x, y and z. */
export type Grid = readonly [x: number, y: number, z: number];

/** The body of a function, and what is known of names in it. */
export interface Scope extends Span {
  readonly name: string;
  readonly values: Values;
}

/** What is known outside of functions and in each of them; without a grid nothing is known of ids. */
export interface Scopes {
  readonly constants: Values;
  readonly functions: readonly Scope[];
}

/** Reads what a text says of its names. */
export function scopesOf(tokens: readonly Token[], grid?: Grid): Scopes {
  const bodies = bodiesOf(tokens);
  const places = declarations(tokens, { first: 0, end: tokens.length }, /^const$/);
  const constants = known(
    tokens,
    places.filter(({ first }) => !bodies.some((body) => first >= body.first && first < body.end)),
    new Map(),
  );
  return { constants, functions: bodies.map((body) => scopeOf(tokens, body, { constants, grid })) };
}

/** The function that a token stands in. */
export function scopeAt({ functions }: Scopes, at: number): Scope | undefined {
  return functions.find(({ first, end }) => at >= first && at < end);
}

interface Around {
  readonly constants: Values;
  readonly grid: Grid | undefined;
}

function scopeOf(tokens: readonly Token[], body: Span, { constants, grid }: Around): Scope {
  const keyword = tokens.findLastIndex(({ text }, at) => at < body.first && text === 'fn');
  const header = tokens.slice(keyword, body.first);
  const own = declaredNames(tokens.slice(keyword, body.end));
  const outer = [...constants].filter(([name]) => !own.has(name));
  const values = new Map([...outer, ...(grid ? idsOf(header, grid) : [])]);
  const lets = declarations(tokens, body, /^(?:let|const)$/).filter(({ name }) => own.get(name) === 1);
  return { ...body, name: tokens[keyword + 1]?.text ?? '', values: known(tokens, lets, values) };
}

// How often a function gives each of its names: parameters, and what it declares.
function declaredNames(tokens: readonly Token[]): ReadonlyMap<string, number> {
  const names = tokens.filter(({ kind }, at) => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    const isDeclared =
      /^(?:let|const|var)$/.test(before?.text ?? '') || (before?.inTemplate && before.text === '>');
    return kind === 'name' && (isDeclared || after?.text === ':');
  });
  return new Map([...Map.groupBy(names, ({ text }) => text)].map(([name, { length }]) => [name, length]));
}

interface Declaration extends Span {
  readonly name: string;
}

// The values of declarations, as the tokens behind their equals signs.
function declarations(
  tokens: readonly Token[],
  { first, end }: Span,
  keyword: RegExp,
): readonly Declaration[] {
  return tokens.slice(first, end).flatMap(({ text }, offset): readonly Declaration[] => {
    if (!keyword.test(text)) return [];
    const at = first + offset;
    const semicolon = find(tokens, at, ';');
    const equals = find(tokens, at, '=');
    const [name, colon, type] = tokens.slice(at + 1, at + 4).map((token) => token.text);
    // Where 3 stands for 3.0, halves are not dropped.
    const isReal = colon === ':' && !/^(?:[iu]32|bool)$/.test(type ?? '');
    if (name === undefined || isReal || equals > semicolon) return [];
    return [{ name, first: equals + 1, end: semicolon }];
  });
}

function known(tokens: readonly Token[], places: readonly Declaration[], given: Values): Values {
  const values = new Map(given);
  for (const { name, first, end } of places) {
    const value = evaluate(tokens.slice(first, end), values);
    if (value) values.set(name, value);
  }
  return values;
}

const builtins: { readonly [builtin: string]: (count: number) => Known } = {
  workgroup_id: (count) => integer(0, count - 1),
  num_workgroups: (count) => integer(count),
};

// `@builtin(workgroup_id) group: vec3u` says what group.x, group.y and group.z may be.
function idsOf(header: readonly Token[], grid: Grid): readonly (readonly [string, Known])[] {
  return header.flatMap(({ text }, at) => {
    const valueOf = header[at - 2]?.text === 'builtin' ? builtins[text] : undefined;
    const name = header[at + 2]?.text;
    if (!valueOf || name === undefined) return [];
    return grid.map((count, axis) => [`${name}.${'xyz'[axis]}`, valueOf(count)] as const);
  });
}
