// WGSL text: files specialised by their top-level constants, and text that a generator wrote.

/** Shader text to come: a file with constants to replace, or finished text and the file that generated it. */
export type Wgsl =
  | { readonly file: string; readonly constants: Constants; readonly enables: readonly string[] }
  | { readonly file: string; readonly text: string };

/** New values for top-level `const` and `alias` lines. */
export type Constants = { readonly [name: string]: number | string };

/** Brings the text of a kernel file; files in Node, bundled text in a page. */
export type WgslLoader = (file: string) => string;

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

/** The final text of a shader. */
export function shaderText(source: Wgsl, load: WgslLoader): string {
  if ('text' in source) return source.text;
  const directives = source.enables.map((extension) => `enable ${extension};\n`).join('');
  return directives + specialise(source.file, load(source.file), source.constants);
}

/**
 * Replaces exactly the line that declares each constant; a number takes the suffix of the default.
 * Throws when a name is not declared exactly once.
 */
export function specialise(file: string, text: string, constants: Constants): string {
  return Object.entries(constants).reduce((current, [name, value]) => {
    const pattern = new RegExp(String.raw`^((?:const|alias) ${name}(?:\s*:\s*\w+)?\s*=\s*)([^;]*);`, 'gm');
    const matches = [...current.matchAll(pattern)];
    if (matches.length !== 1) throw new Error(`${file}: no single "const ${name} = …;" to replace`);
    return current.replace(pattern, (_, head: string, old: string) => `${head}${literal(value, old)};`);
  }, text);
}

/** Lines that are neither blank nor comment. */
export function linesOfCode(text: string): number {
  return text.split('\n').filter((line) => /\S/.test(line) && !/^\s*(\/\/|\/\*|\*)/.test(line)).length;
}

function literal(value: number | string, old: string): string {
  if (typeof value === 'string') return value;
  const text = old.trim();
  // The last f of 0xff is a digit, that of 0x1p4f a suffix.
  const isHexInteger = /^0x[\da-f]+[iu]?$/i.test(text);
  const suffix = (isHexInteger ? /([iu])$/ : /[\d.]([iufh])$/).exec(text)?.[1] ?? '';
  return `${value}${suffix}`;
}
