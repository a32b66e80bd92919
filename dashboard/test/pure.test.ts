// What a page may import: nothing of Node's own, however far the imports reach.
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { valueImports } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));
const entry = (path: string) => join(packages, path);

/** Where an import by value leads: a file of this workspace, or a name for what is none of ours. */
function leadsTo(file: string, specifier: string): { readonly file: string } | { readonly name: string } {
  if (specifier.startsWith('.')) return { file: resolve(dirname(file), specifier) };
  const [, name, inside] = /^@kernel-ladder\/([^/]+)(\/.+)?$/.exec(specifier) ?? [];
  if (name === undefined) return { name: specifier };
  const manifest: { readonly exports: { readonly [path: string]: string } } = JSON.parse(
    readFileSync(entry(`${name}/package.json`), 'utf8'),
  );
  const target = manifest.exports[`.${inside ?? ''}`];
  if (target === undefined) throw new Error(`${file} imports ${specifier}, which ${name} does not export`);
  return { file: entry(join(name, target)) };
}

interface Reach {
  /** Everything that is none of ours, by the file that imports it. */
  readonly foreign: ReadonlyMap<string, string>;
  /** Our own files, from `packages` on. */
  readonly own: readonly string[];
}

function reach(start: string): Reach {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file) || file.endsWith('.json')) return;
    seen.add(file);
    for (const { from } of valueImports(readFileSync(file, 'utf8'))) {
      const target = leadsTo(file, from);
      if ('file' in target) visit(target.file);
      else found.set(target.name, file.slice(packages.length));
    }
  };
  visit(start);
  return { foreign: found, own: [...seen].map((file) => file.slice(packages.length)) };
}

const families = globSync('kernel-*/src/family.ts', { cwd: packages });

test.for(['harness/src/run.ts', 'gpu/src/browser.ts', 'kernel-kit/src/index.ts'])(
  '%s reaches nothing of Node, and no package beyond two that run anywhere',
  (path) => {
    const { foreign } = reach(entry(path));
    expect(
      [...foreign.keys()].filter((name) => !['tinybench', 'fastest-levenshtein'].includes(name)),
    ).toEqual([]);
  },
);

test.for(families)(
  '%s reaches nothing of Node, nor what times and tunes: each thread that judges loads it',
  (path) => {
    const { foreign, own } = reach(entry(path));
    expect([...foreign.keys()].filter((name) => name !== 'fastest-levenshtein')).toEqual([]);
    expect(own.filter((file) => /^harness\/src\/(check|measure|run|tune)|^stats\//.test(file))).toEqual([]);
  },
);

test('what does reach Node is seen to', () => {
  const builtins = [...reach(entry('harness/src/node.ts')).foreign.keys()].filter((name) => isBuiltin(name));
  expect(builtins).toEqual(expect.arrayContaining(['node:fs', 'node:os']));
});

test('no file that a page loads speaks to the process', () => {
  const rooms = ['contract', 'wgsl', 'launch', 'check', 'measure', 'machine', 'run'];
  const files = rooms.flatMap((room) => globSync(`harness/src/${room}/**/*.ts`, { cwd: packages }));
  const speaking = files
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /\bprocess\.\w|\bBuffer\.\w|\brequire\(/.test(readFileSync(entry(file), 'utf8')));
  expect(files.length).toBeGreaterThan(40);
  expect(speaking).toEqual([]);
});
