// What a package exports, read from its sources: names, what stands above them, and how they are called. The sources are formatted, so
// that a declaration begins at the left margin and ends where its brackets do; no compiler is needed to find it.

/** Sources by their path from the root of the repository. */
export type Sources = ReadonlyMap<string, string>;

/** Something that a package offers. */
export interface Exported {
  readonly name: string;
  readonly kind: 'function' | 'const' | 'interface' | 'type' | 'class';
  /** What its comment says; empty where it has none. */
  readonly doc: string;
  /** Its declaration as far as a caller needs it: no body of a function, no value of a constant. */
  readonly text: string;
  readonly path: string;
  readonly line: number;
}

/** What a file exports, its own and other files', in the order in which it says so. Throws where it names a file that is not there. */
export function exportsOf(
  path: string,
  sources: Sources,
  above: readonly string[] = [],
): readonly Exported[] {
  const source = sources.get(path);
  if (source === undefined) throw new Error(`${path}: there is no such source`);
  if (above.includes(path)) return [];
  const from = (target: string) => exportsOf(joined(path, target), sources, [...above, path]);
  const passedOn = [...source.matchAll(/^export (?:type )?(?:\*|\{([^}]*)\}) from '(\.[^']+)';/gm)];
  const others = passedOn.flatMap(([, names, target = '']) => {
    const all = from(target);
    return names === undefined ? all : listed(names).flatMap(({ own, as }) => renamed(all, own, as));
  });
  const found = [...others, ...declarationsIn(path, source)];
  return [...new Map(found.map((each) => [each.name, each])).values()];
}

function renamed(all: readonly Exported[], own: string, as: string): readonly Exported[] {
  return all.filter(({ name }) => name === own).map((each) => ({ ...each, name: as }));
}

function listed(names: string): readonly { readonly own: string; readonly as: string }[] {
  return names
    .split(',')
    .map((text) => text.trim().replace(/^type /, ''))
    .filter((text) => text !== '')
    .map((text) => {
      const [own = '', as = own] = text.split(/ as /);
      return { own, as };
    });
}

function joined(path: string, target: string): string {
  return new URL(target, `file:///${path}`).pathname.slice(1);
}

const declaration = /^export (?:async )?(function\*?|const|interface|type|class) (\w+|\[[^\]]+\])/;

function declarationsIn(path: string, source: string): readonly Exported[] {
  const lines = source.split('\n');
  return lines.flatMap((line, at) => {
    const [, kind = '', named = ''] = declaration.exec(line) ?? [];
    if (kind === '') return [];
    const text = shortened(declarationAt(lines, at));
    const names = named.replaceAll(/[[\] ]/g, '').split(',');
    return names.map((name) => ({
      name,
      kind: kind.replace('*', '') as Exported['kind'], // The pattern has no others.
      doc: docAbove(lines, at),
      text,
      path,
      line: at + 1,
    }));
  });
}

function declarationAt(lines: readonly string[], at: number): string {
  let depth = 0;
  for (let last = at; last < lines.length; last++) {
    const line = lines[last] ?? '';
    for (const sign of line.replaceAll(/'[^']*'|`[^`]*`|=>/g, ''))
      depth += '([{<'.includes(sign) ? 1 : ')]}>'.includes(sign) ? -1 : 0;
    if (depth <= 0 && /[;}]$/.test(line)) return lines.slice(at, last + 1).join('\n');
  }
  return lines[at] ?? '';
}

// A function without its body, a constant without its value; types as they are.
function shortened(text: string): string {
  if (/^export (?:async )?function/.test(text)) return text.replace(/ \{\n[\s\S]*$/, ';');
  if (text.startsWith('export class')) return text.replace(/ \{\n[\s\S]*$/, ';');
  if (text.startsWith('export const') && text.includes('\n'))
    return text.replace(/ =(?:\n| [[({])[\s\S]*$/, ';');
  return text;
}

// Its own comment, or the one above the run of declarations that it is one of: a table of functions is explained once.
function docAbove(lines: readonly string[], at: number): string {
  const above = lines[at - 1] ?? '';
  if (above.trimEnd().endsWith('*/')) {
    const first = lines.findLastIndex((line, place) => place < at && line.startsWith('/**'));
    return plain(lines.slice(first, at));
  }
  let place = at - 1;
  while (declaration.test(lines[place] ?? '') || (lines[place] ?? '').endsWith('*/')) place--;
  const last = place;
  while ((lines[place] ?? '').startsWith('// ')) place--;
  return plain(lines.slice(place + 1, last + 1));
}

function plain(lines: readonly string[]): string {
  return lines
    .map((line) => line.replace(/^\s*(?:\/\*\*|\*\/|\*|\/\/)\s?/, '').replace(/\s*\*\/$/, ''))
    .join(' ')
    .trim();
}
