// Which files an id is made of, and which of them were saved.
import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FamilyPackage } from '../process/families.ts';

/** The folder of a family's kernels. */
function kernelFolder({ entry }: FamilyPackage): string {
  return join(dirname(entry), 'kernels');
}

/** The paths of a kernel file and of all that it imports, whatever of it is there. */
export function filesOf(family: FamilyPackage, kernel: string): ReadonlySet<string> {
  const paths = new Set<string>();
  const visit = (file: string) => {
    const path = pathOf(family, file);
    if (paths.has(path)) return;
    paths.add(path);
    if (path.endsWith('.wgsl') && existsSync(path))
      for (const [, wanted = ''] of readFileSync(path, 'utf8').matchAll(/^#import (\S+)/gm)) visit(wanted);
  };
  visit(kernel);
  return paths;
}

/** The path of a kernel file as a plan names it: of the family's own, or of a package by `@scope/package/path`. */
export function pathOf(family: FamilyPackage, file: string): string {
  return file.startsWith('@') ? createRequire(family.entry).resolve(file) : join(kernelFolder(family), file);
}

/** Saved files, as they come. */
export interface Saves {
  /** The files whose text is another than when they were last taken; waits for one, null once the signal is there. */
  readonly take: (signal: AbortSignal) => Promise<readonly string[] | null>;
  readonly close: () => void;
}

// An editor writes a file in several steps.
const settleMs = 25;

/** Watches the `.wgsl` and `.ts` files below some folders; tests of theirs aside. */
export function watchFolders(folders: readonly string[]): Saves {
  const texts = new Map<string, string>();
  const saved = new Set<string>();
  let wake: (() => void) | null = null;
  // A folder, not its files: an editor that saves by renaming puts another file in the place of the watched one.
  const watchers = folders.flatMap(withSubfolders).map((folder) =>
    watch(folder, (_, name) => {
      if (name === null || !/\.(?:wgsl|ts)$/.test(name) || name.endsWith('.test.ts')) return;
      saved.add(join(folder, name));
      wake?.();
    }),
  );
  const isChanged = (path: string) => {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    // Half a save, or none: an editor that empties a file is about to fill it.
    if (text === '' || texts.get(path) === text) return false;
    texts.set(path, text);
    return true;
  };
  const wait = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (saved.size > 0 || signal.aborted) return resolve();
      wake = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  return {
    take: async (signal) => {
      while (!signal.aborted) {
        await wait(signal);
        await new Promise((resolve) => setTimeout(resolve, settleMs));
        const changed = [...saved].filter(isChanged);
        saved.clear();
        if (changed.length > 0) return changed;
      }
      return null;
    },
    close: () => {
      for (const watcher of watchers) watcher.close();
    },
  };
}

function withSubfolders(folder: string): readonly string[] {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return [folder, ...below.map(({ parentPath, name }) => join(parentPath, name))];
}
