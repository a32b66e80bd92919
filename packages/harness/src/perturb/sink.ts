// Keeps values alive that nobody uses any more: each is folded into one word of its thread, and the word decides about a store that never happens
// in practice. A compiler cannot know that, so it must compute the values.
import type { Call, Declaration, Expression, Fn, Global, Name, Statement } from '../emulator/syntax/tree.ts';
import { entryOf } from './shader.ts';
import { Refusal } from './refusal.ts';

/** Where values are kept. */
export interface Sink {
  /** The value itself, noted on the way; `type` is its scalar or vector type as a text writes it. */
  readonly keep: (value: Expression, type: string) => Expression;
  /** A value, and another noted beside it. */
  readonly beside: (own: Typed, other: Typed) => Expression;
  /** A statement that notes the value. */
  readonly keepOnly: (value: Expression, type: string) => Statement;
  /** The tree with the store at its end, and the functions behind it. As it was where nothing is kept. */
  readonly close: (globals: readonly Global[]) => {
    readonly globals: readonly Global[];
    readonly behind: string;
  };
}

/** An expression with its scalar or vector type. */
export interface Typed {
  readonly value: Expression;
  readonly type: string;
}

const word = 'kept_word';

/** A sink into which nothing has been put. */
export function createSink(): Sink {
  const types = new Set<string>();
  const pairs = new Map<string, string>();
  const keep = (value: Expression, type: string): Expression => {
    types.add(type);
    return call(functionOf(type), [value]);
  };
  return {
    keep,
    beside: (own, other) => {
      const name = `${functionOf(own.type)}_beside${functionOf(other.type).slice('keep'.length)}`;
      pairs.set(
        name,
        `fn ${name}(value: ${own.type}, other: ${other.type}) -> ${own.type} {\n  return value;\n}`,
      );
      return call(name, [own.value, keep(other.value, other.type)]);
    },
    keepOnly: (value, type) => ({ kind: 'assign', target: null, op: '=', value: keep(value, type), line: 0 }),
    close: (globals) =>
      types.size === 0
        ? { globals, behind: '' }
        : {
            globals: withStore(globals),
            behind: [`var<private> ${word}: u32;`, ...[...types].map(keeper), ...pairs.values()].join('\n'),
          },
  };
}

function functionOf(type: string): string {
  return `keep_${nameWith(type)}`;
}

/** A type as part of a name. */
export function nameWith(type: string): string {
  return type.replaceAll(/\W+/g, '_').replace(/_$/, '');
}

function keeper(type: string): string {
  const words = wordsOf(type);
  return `fn ${functionOf(type)}(value: ${type}) -> ${type} {
  ${words.code}
  ${word} = ${word} ^ ${words.names.join(' ^ ')};
  return value;
}`;
}

// The bits of a value as words of 32.
function wordsOf(type: string): { readonly code: string; readonly names: readonly string[] } {
  const [, size, of = type] = /^vec([234])<(\w+)>$/.exec(type) ?? [];
  const parts = ['x', 'y', 'z', 'w'].slice(0, Number(size ?? 1));
  if (of === 'bool') {
    const values = size === undefined ? ['value'] : parts.map((part) => `value.${part}`);
    return { code: '', names: values.map((value) => `select(0u, 1u, ${value})`) };
  }
  if (of === 'f16') {
    const values = size === undefined ? ['value'] : parts.map((part) => `value.${part}`);
    const pairs = values.flatMap((value, at) =>
      at % 2 === 0 ? [`vec2<f16>(${value}, ${values[at + 1] ?? value})`] : [],
    );
    return { code: '', names: pairs.map((pair) => `bitcast<u32>(${pair})`) };
  }
  if (size === undefined) return { code: 'let bits = bitcast<u32>(value);', names: ['bits'] };
  return { code: `let bits = bitcast<vec${size}<u32>>(value);`, names: parts.map((part) => `bits.${part}`) };
}

// The entry point calls what it was, and stores something where the word is one of four milliards.
function withStore(globals: readonly Global[]): readonly Global[] {
  const entry = entryOf(globals);
  const { line, parameters } = entry;
  const inner: Fn = {
    ...entry,
    name: 'kept_main',
    attributes: new Map(),
    parameters: parameters.map((parameter) => ({ ...parameter, attributes: new Map() })),
  };
  const given = parameters.map(({ name }) => nameOf(name));
  const statements: readonly Statement[] = [
    { kind: 'call-statement', call: call(inner.name, given), line },
    {
      kind: 'if',
      condition: { kind: 'binary', op: '==', left: nameOf(word), right: number('2654435769u'), line },
      yes: { kind: 'block', statements: [storeInto(globals)], line },
      no: null,
      line,
    },
  ];
  const outer: Fn = { ...entry, body: { kind: 'block', statements, line } };
  return [...globals.filter((global) => global !== entry), inner, outer];
}

function storeInto(globals: readonly Global[]): Statement {
  for (const global of globals) {
    const store = global.kind === 'declaration' ? zeroInto(global) : null;
    if (store) return store;
  }
  throw new Refusal('it has no array in global memory that a value could be stored in');
}

// A zero in the first place of an array that may be written.
function zeroInto(declared: Declaration): Statement | null {
  const of = writableElement(declared);
  if (!of) return null;
  const place: Expression = { kind: 'index', of: nameOf(declared.name), index: number('0'), line: 0 };
  const [scalar] = of.args;
  if (of.name !== 'atomic' || scalar?.kind !== 'name')
    return {
      kind: 'assign',
      target: place,
      op: '=',
      value: { kind: 'call', callee: of, args: [], line: 0 },
      line: 0,
    };
  const pointer: Expression = { kind: 'unary', op: '&', of: place, line: 0 };
  return { kind: 'call-statement', call: call('atomicStore', [pointer, call(scalar.name, [])]), line: 0 };
}

function writableElement({ space: [space, access], type }: Declaration): Name | null {
  if (space !== 'storage' || access !== 'read_write') return null;
  const [of] = type?.kind === 'name' && type.name === 'array' ? type.args : [];
  return of?.kind === 'name' ? of : null;
}

function number(text: string): Expression {
  return { kind: 'number', text, line: 0 };
}

/** A call of a function by its name. */
export function call(name: string, args: readonly Expression[]): Call {
  return { kind: 'call', callee: { kind: 'name', name, args: [], line: 0 }, args, line: 0 };
}

/** The bits of a value as another type. */
export function bitcast(type: string, value: Expression): Call {
  const callee = { kind: 'name', name: 'bitcast', args: [nameOf(type)], line: 0 } as const;
  return { kind: 'call', callee, args: [value], line: 0 };
}

function nameOf(name: string): Name {
  return { kind: 'name', name, args: [], line: 0 };
}
