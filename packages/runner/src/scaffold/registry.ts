// A family's registry as text: the entry of a rung is found, copied behind itself, and given a kernel of its own.

/** A stretch of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a copy of a rung is called and which kernel it runs. */
export interface RungCopy {
  readonly from: string;
  readonly name: string;
  readonly summary: string;
  /** The neighbour's kernel, and the one that the copy runs in its place. */
  readonly kernel: { readonly file: string; readonly copy: string };
}

/** Whether a registry's text names a rung or a fault so. */
export function isNamed(text: string, name: string): boolean {
  return nameOf(text, name) !== null;
}

/** The entry that registers a rung: its object, with the call around it where there is one; null where no object is called so. */
export function entryOf(text: string, rung: string): Span | null {
  const at = nameOf(text, rung);
  if (at === null) return null;
  const code = blanked(text);
  const open = enclosing(code, at);
  const close = open === null ? null : closing(code, open);
  if (open === null || close === null) return null;
  const call = /\w+\($/.exec(code.slice(0, open))?.[0];
  return call
    ? { start: open - call.length, end: closing(code, open - 1) ?? close }
    : { start: open, end: close };
}

/** The registry with a copy of a rung behind it; null where the rung has no entry there that says how it is planned. */
export function withRung(text: string, copy: RungCopy): string | null {
  const entry = entryOf(text, copy.from);
  if (!entry) return null;
  const copied = copiedEntry(text.slice(entry.start, entry.end), copy);
  if (copied === null) return null;
  const grown = `${text.slice(0, entry.end)},\n    ${copied}${text.slice(entry.end)}`;
  return copied.includes(`${wrapper}(`) ? withImport(grown) : grown;
}

/** Whether the entry of a rung has a word in it, such as the quoted name of a file. */
export function entryHas(text: string, rung: string, word: string): boolean {
  const entry = entryOf(text, rung);
  return entry !== null && text.slice(entry.start, entry.end).includes(word);
}

const wrapper = 'withKernel';

function copiedEntry(entry: string, { from, name, summary, kernel }: RungCopy): string | null {
  const plan = valueOf(entry, 'plan');
  if (!plan) return null;
  const planned = entry.slice(plan.start, plan.end);
  const own = `'${kernel.file}'`;
  // A plan that takes its file is given another; one that has it built in is told to run another.
  const swapped = planned.includes(own)
    ? planned.replaceAll(own, `'${kernel.copy}'`)
    : `${wrapper}(${planned}, ${own}, '${kernel.copy}')`;
  const copied = spliced(entry, plan, swapped).replace(`name: '${from}'`, `name: '${name}'`);
  const said = valueOf(copied, 'summary');
  return said ? spliced(copied, said, quoted(summary)) : copied;
}

// The value of a property of the outermost object, up to its comma.
function valueOf(entry: string, key: string): Span | null {
  const code = blanked(entry);
  const object = code.indexOf('{');
  for (const match of code.matchAll(new RegExp(String.raw`\b${key}:\s*`, 'g'))) {
    if (enclosing(code, match.index) !== object) continue;
    const start = match.index + match[0].length;
    return { start, end: endOfValue(code, start) };
  }
  return null;
}

function endOfValue(code: string, start: number): number {
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    const char = code[at] ?? '';
    if (depth === 0 && ',}'.includes(char)) return start + code.slice(start, at).trimEnd().length;
    depth += depthOf(char);
  }
  return code.length;
}

function spliced(text: string, { start, end }: Span, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll(/\s+/g, ' ')}'`;
}

function nameOf(text: string, name: string): number | null {
  const at = text.indexOf(`name: '${name}'`);
  return at < 0 ? null : at;
}

function enclosing(code: string, from: number): number | null {
  let depth = 0;
  for (let at = from - 1; at >= 0; at--) {
    depth -= depthOf(code[at] ?? '');
    if (depth < 0) return at;
  }
  return null;
}

// The place behind the bracket that closes the one at `open`.
function closing(code: string, open: number): number | null {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    depth += depthOf(code[at] ?? '');
    if (depth === 0) return at + 1;
  }
  return null;
}

function depthOf(char: string): number {
  if (char !== '' && '{[('.includes(char)) return 1;
  return char !== '' && '}])'.includes(char) ? -1 : 0;
}

// The same length of text, with nothing in its strings and comments that could be taken for code.
function blanked(text: string): string {
  const words = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  return text.replaceAll(words, (word) => word.replaceAll(/[^\n]/g, '_'));
}

const harness = '@kernel-ladder/harness';

function withImport(text: string): string {
  const values = new RegExp(String.raw`^import \{([^}]*)\} from '${harness}';$`, 'm').exec(text);
  if (values?.[1]?.includes(wrapper)) return text;
  if (values) {
    const names = [...(values[1] ?? '').split(','), wrapper]
      .map((name) => name.trim())
      .filter((name) => name !== '');
    return text.replace(values[0], `import { ${names.toSorted().join(', ')} } from '${harness}';`);
  }
  return text.replace(/^import /m, `import { ${wrapper} } from '${harness}';\nimport `);
}
