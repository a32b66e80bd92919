// Which folders of a workspace are families: those of packages/, and where its package.json says so, others beside them.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readJson } from '@kernel-ladder/schema';
import picomatch from 'picomatch';
import { CommandFailure } from '../failure.ts';

// Every workspace has these.
const ownFamilies = 'packages/kernel-*';
// What makes a folder a family: the program that answers for it.
const program = join('src', 'bench.ts');

/** A family by its name, which is its folder's without `kernel-`, and the folder as a path from the workspace's root. */
export interface FamilyFolder {
  readonly name: string;
  readonly folder: string;
}

/**
 * The families of a workspace: `packages/kernel-*`, and what the globs of `bench.families` in its package.json find beside them.
 * Throws a usage failure for a glob that leads out of the workspace or finds none, and for two families of one name.
 */
export function familyFolders(root: string): readonly FamilyFolder[] {
  const own = foldersOf(root, ownFamilies);
  const further = furtherGlobs(root).flatMap((glob) => {
    const found = foldersOf(root, glob);
    if (found.length > 0) return found;
    throw refused(root, `"${glob}" finds no folder with ${program}: correct the glob, or leave it out`);
  });
  const folders = [...new Set([...own, ...further])].filter((folder) => folder !== 'packages/peers');
  const families = folders.map((folder) => ({ folder, name: basename(folder).replace(/^kernel-/, '') }));
  refuseNamesakes(root, families);
  return families;
}

/** Where the globs of `bench.families` begin: what lies below is source code of the workspace, as packages/ is. */
export function furtherSources(root: string): readonly string[] {
  return [...new Set(furtherGlobs(root).map((glob) => picomatch.scan(glob).base))];
}

function foldersOf(root: string, glob: string): readonly string[] {
  return globSync(glob, { cwd: root })
    .filter((folder) => existsSync(join(root, folder, program)))
    .toSorted();
}

function furtherGlobs(root: string): readonly string[] {
  const file = manifestOf(root);
  if (!existsSync(file)) return [];
  // Of a package.json, whatever else it holds, one field is read, and looked at before it is believed.
  const { bench } = readJson(file, readFileSync(file, 'utf8')) as {
    readonly bench?: { readonly families?: unknown };
  };
  const globs: unknown = bench?.families ?? [];
  if (!Array.isArray(globs) || !globs.every((glob) => typeof glob === 'string'))
    throw refused(root, 'must list globs of folders, as ["kernels/*"]');
  const astray = globs.find((glob) => !staysBelow(glob));
  if (astray === undefined) return globs;
  // The commit of the workspace says what was measured, and holds nothing beside it.
  throw refused(root, `"${astray}" must begin with a folder of the workspace and stay in it, as kernels/*`);
}

function staysBelow(glob: string): boolean {
  return /^\w[\w.-]*\//.test(glob) && !glob.split('/').includes('..');
}

function refuseNamesakes(root: string, families: readonly FamilyFolder[]): void {
  for (const [name, own] of Map.groupBy(families, (family) => family.name)) {
    const folders = own.map(({ folder }) => folder);
    if (own.length > 1)
      throw refused(root, `${folders.join(' and ')} are both the family ${name}: rename one of them`);
  }
}

function refused(root: string, what: string): CommandFailure {
  return new CommandFailure(`${manifestOf(root)}: /bench/families: ${what}`);
}

function manifestOf(root: string): string {
  return join(root, 'package.json');
}
