// Lines of code: of a text, and of a generator with all that it is made of.
import { valueImports } from './imports.ts';
import type { ValueImport } from './imports.ts';
import { flatten } from './text-loader.ts';
import type { WgslLoader } from './wgsl.ts';

/** Lines that are neither blank nor comment. */
export function linesOfCode(text: string): number {
  return text.split('\n').filter((line) => /\S/.test(line) && !/^\s*(\/\/|\/\*|\*)/.test(line)).length;
}

/** The package whose files count as a generator's own: what families share, and would otherwise write themselves. */
const sharedPackage = '@kernel-ladder/kernel-kit';

/**
 * The files that generators are made of: they, and what they import by value from beside them and from kernel-kit, each once.
 * What every rung stands on, the harness, is no part of any.
 */
export function sourcesOf(generators: Iterable<string>, load: WgslLoader): readonly string[] {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const taken of valueImports(load(file))) targets(file, taken, load).forEach(visit);
  };
  for (const generator of generators) visit(generator);
  return [...found];
}

/** Lines of the generators and of what they import. */
export function generatorLines(generators: Iterable<string>, load: WgslLoader): number {
  return sourcesOf(generators, load).reduce((sum, file) => sum + linesOfCode(load(file)), 0);
}

function targets(file: string, { from, names }: ValueImport, load: WgslLoader): readonly string[] {
  if (from.startsWith('.')) return [beside(file, from)];
  return from === sharedPackage ? behindEntry(names ?? [], load) : [];
}

// A package's entry holds nothing itself: whoever imports a name has the file that the entry takes it from.
function behindEntry(names: readonly string[], load: WgslLoader): readonly string[] {
  const entry = `${sharedPackage}/index.ts`;
  return valueImports(load(entry))
    .filter((taken) => taken.names?.some((name) => names.includes(name)))
    .map(({ from }) => beside(entry, from));
}

function beside(file: string, specifier: string): string {
  return flatten([...file.split('/').slice(0, -1), specifier].join('/'));
}
