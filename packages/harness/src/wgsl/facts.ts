// Reads a shader's launch facts off its text, so that what a result says about them is what ran.
import { evaluate } from './expression.ts';
import type { Scope } from './expression.ts';

/** Invocations and workgroup memory of one entry point. */
export interface WgslFacts {
  readonly workgroupSize: number;
  readonly sharedBytes: number;
}

const scalarBytes: { readonly [type: string]: number } = { f32: 4, i32: 4, u32: 4, f16: 2, bool: 4 };

/**
 * Reads `@workgroup_size` and the bytes of every `var<workgroup>`.
 * Sizes may use the file's own constants and + − * / %; throws on anything else.
 */
export function readFacts(text: string): WgslFacts {
  const code = withoutComments(text);
  const scope = constantsOf(code);
  const size = /@workgroup_size\(([^@]*?)\)\s*(?:@|fn)/.exec(code)?.[1] ?? '1';
  const sizes = splitTop(size).map((part) => evaluate(part, scope));
  const shared = [...code.matchAll(/var<workgroup>\s*\w+\s*:\s*([^;]+);/g)].map(([, type = '']) =>
    typeBytes(type, scope),
  );
  return { workgroupSize: sizes.reduce((a, b) => a * b, 1), sharedBytes: shared.reduce((a, b) => a + b, 0) };
}

/** The bindings of group 0 that a shader declares, in the order of their declarations. */
export function declaredBindings(text: string): readonly number[] {
  return bindingsOf(text, /((?:@[^;{}]*)?)\bvar\s*<\s*(?:storage|uniform)\b[^>]*>/g);
}

/** The bindings of group 0 that a shader may write, in the order of their declarations. */
export function writableBindings(text: string): readonly number[] {
  return bindingsOf(text, /((?:@[^;{}]*)?)\bvar\s*<\s*storage\s*,\s*read_write\s*,?\s*>/g);
}

// The attributes stand between the declaration and what ends before it.
function bindingsOf(text: string, declaration: RegExp): readonly number[] {
  const code = withoutComments(text);
  const scope = constantsOf(code);
  return [...code.matchAll(declaration)].map(([, attributes = '']) => {
    const binding = /@\s*binding\s*\(([^)]*)\)/.exec(attributes)?.[1];
    return evaluate(
      (binding ?? '0')
        .trim()
        .replace(/(\d)[iu]$/, '$1')
        .replace(/,$/, ''),
      scope,
    );
  });
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, ' ').replaceAll(/\/\/.*$/gm, '');
}

function constantsOf(code: string): Scope {
  return new Map(
    [...code.matchAll(/^(?:const|alias)\s+(\w+)(?:\s*:\s*\w+)?\s*=\s*([^;]+);/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
}

function typeBytes(type: string, scope: Scope): number {
  const name = type.trim();
  const array = /^array<(.+)>$/s.exec(name);
  if (array) {
    const [element = '', count = '1'] = splitTop(array[1] ?? '');
    return typeBytes(element, scope) * evaluate(count, scope);
  }
  const wrapped = /^(?:atomic|vec[234])<(.+)>$/.exec(name)?.[1];
  if (wrapped !== undefined) return typeBytes(wrapped, scope) * lanes(name);
  return shortVectorBytes(name) ?? namedBytes(name, scope);
}

// `vec4f` and its like.
function shortVectorBytes(name: string): number | null {
  const suffix = /^vec[234]([fiuh])$/.exec(name)?.[1];
  return suffix === undefined ? null : lanes(name) * (suffix === 'h' ? 2 : 4);
}

function namedBytes(name: string, scope: Scope): number {
  const alias = scope.get(name);
  if (alias !== undefined) return typeBytes(alias, scope);
  const bytes = scalarBytes[name];
  if (bytes === undefined) throw new Error(`no size known for the workgroup type "${name}"`);
  return bytes;
}

// A vec3 in an array takes the room of a vec4 (WGSL, alignment and size).
function lanes(type: string): number {
  const width = Number(/^vec([234])/.exec(type)?.[1] ?? 1);
  return width === 3 ? 4 : width;
}

function splitTop(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if ('<('.includes(char)) depth++;
    if ('>)'.includes(char)) depth--;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
