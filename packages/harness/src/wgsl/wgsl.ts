// WGSL text: files specialised by their top-level constants, text that a generator wrote, and either of them with an edit.

/** Shader text to come: a file with constants to replace, or finished text and the file that generated it. */
export type Wgsl = (WgslFile | GeneratedWgsl) & { readonly edits?: readonly Edit[] };

/** A kernel file and what its launch sets. */
export interface WgslFile {
  readonly file: string;
  readonly constants: Constants;
  readonly enables: readonly string[];
}

/** What the generator `file` wrote. */
export interface GeneratedWgsl {
  readonly file: string;
  readonly text: string;
}

/** One replacement in a final text. */
export interface Edit {
  readonly find: string;
  readonly replace: string;
}

/** New values for top-level `const` and `alias` lines. */
export type Constants = { readonly [name: string]: number | string };

/**
 * Brings the text of a file: of the family's own kernels by its name, of a package's by `@scope/package/path`. Files in
 * Node, bundled text in a page.
 */
export interface WgslLoader {
  (file: string): string;
  /** The same of a file that need not be there, such as the table of a machine: null where it is not; left out, no such file is looked for. */
  readonly find?: (file: string) => string | null;
}

/**
 * A kernel file with the values that its `const NAME = default;` and `alias NAME = default;` lines take.
 * `enables` are put in front: a file that is right for f32 as it stands serves f16 with the directive.
 */
export function wgsl(file: string, constants: Constants, enables: readonly string[] = []): Wgsl {
  return { file, constants, enables };
}

/** Text written by the generator `file`, a `.wgsl.ts`. */
export function generated(file: string, text: string): Wgsl {
  return { file, text };
}

/**
 * The same kernel with one change: `find` stands exactly once in its final text, constants set and imports in place. The text
 * is not looked at before it is asked for; `shaderText` throws when `find` is not there exactly once.
 */
export function mutate(kernel: Wgsl, find: string, replace: string): Wgsl {
  return { ...kernel, edits: [...(kernel.edits ?? []), { find, replace }] };
}

/** The final text of a shader: imports, then constants, then edits. */
export function shaderText(source: Wgsl, load: WgslLoader): string {
  const text = 'text' in source ? source.text : specialisedText(source, load);
  return (source.edits ?? []).reduce((current, edit) => edited(source.file, current, edit), text);
}

function specialisedText({ file, constants, enables }: WgslFile, load: WgslLoader): string {
  const directives = enables.map((extension) => `enable ${extension};\n`).join('');
  return directives + specialise(file, resolveImports(file, load), constants);
}

/** A line that another file's text takes the place of. */
export const importLine = /^#import (\S+)[^\S\n]*$/gm;

/**
 * A file's text with each line `#import FILE` replaced by that file's text, which may import others. FILE is another kernel of the
 * family or `@scope/package/path`. A file that is imported twice stands where it was wanted first. Throws on a circle.
 */
export function resolveImports(file: string, load: WgslLoader): string {
  const placed = new Set<string>();
  const place = (name: string, above: readonly string[]): string => {
    if (above.includes(name)) throw new Error(`${[...above, name].join(' imports ')}: a circle`);
    if (placed.has(name)) return '';
    placed.add(name);
    return load(name).replace(importLine, (_, wanted: string) => place(wanted, [...above, name]).trimEnd());
  };
  return place(file, []);
}

function edited(file: string, text: string, { find, replace }: Edit): string {
  const parts = text.split(find);
  if (find === '' || parts.length !== 2)
    throw new Error(`${file}: "${find}" stands there ${parts.length - 1} times, an edit needs it once`);
  return parts.join(replace);
}

/**
 * Replaces exactly the line that declares each constant; a number takes the suffix of the default.
 * Throws when a name is not declared exactly once.
 */
export function specialise(file: string, text: string, constants: Constants): string {
  const places = new Map(Object.keys(constants).map((name) => [name, 0]));
  const special = text.replace(declaration, (line, head: string, name: string, old: string) => {
    const value = constants[name];
    const before = places.get(name);
    if (before === undefined || value === undefined) return line;
    places.set(name, before + 1);
    return `${head}${literal(value, old)};`;
  });
  for (const [name, count] of places)
    if (count !== 1) throw new Error(`${file}: no single "const ${name} = …;" to replace`);
  return special;
}

// One pass over the text for all constants: some kernels have twenty, and are planned for hundreds of cases.
const declaration = /^((?:const|alias) (\w+)(?:\s*:\s*\w+)?\s*=\s*)([^;]*);/gm;

function literal(value: number | string, old: string): string {
  if (typeof value === 'string') return value;
  const text = old.trim();
  // The last f of 0xff is a digit, that of 0x1p4f a suffix.
  const isHexInteger = /^0x[\da-f]+[iu]?$/i.test(text);
  const suffix = (isHexInteger ? /([iu])$/ : /[\d.]([iufh])$/).exec(text)?.[1] ?? '';
  return `${value}${suffix}`;
}
