// Which packages a run needs: the workspace's own but the dashboard, and what they depend on at run time.
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { familyFolders } from '../files/family-folders.ts';

/** A package folder, by name; `short` is the name without its scope. */
export interface PackageFolder {
  readonly name: string;
  readonly short: string;
  readonly folder: string;
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: { readonly [name: string]: string };
}

/** The packages under packages/, and those of families elsewhere. */
export function workspacePackages(root: string): readonly PackageFolder[] {
  const names = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
  const folders = new Set([...names, ...familyFolders(root).map(({ folder }) => folder)]);
  return [...folders]
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => describe(folder));
}

/** Everything from the registry that they need at run time, one version each; throws when two versions meet. */
export function runtimePackages(root: string): readonly PackageFolder[] {
  const found = new Map<string, PackageFolder>();
  const visit = (folder: string) => {
    for (const [name, range] of Object.entries(readManifest(folder).dependencies ?? {})) {
      if (range.startsWith('workspace:')) continue;
      const at = resolvePackage(folder, name);
      const known = found.get(name);
      if (known && known.folder !== at) throw new Error(`two versions of ${name}: ${known.folder} and ${at}`);
      if (known) continue;
      found.set(name, describe(at));
      visit(at);
    }
  };
  for (const { folder } of workspacePackages(root)) visit(folder);
  return [...found.values()];
}

// Node's own look-up: node_modules of the folder and of every folder above it.
function resolvePackage(from: string, name: string): string {
  for (let folder = realpathSync(from); folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(candidate)) return realpathSync(candidate);
  }
  throw new Error(`${name}, which ${from} depends on, is not installed: run pnpm install`);
}

function describe(folder: string): PackageFolder {
  const { name } = readManifest(folder);
  return { name, short: name.replace(/^@[^/]+\//, ''), folder };
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
