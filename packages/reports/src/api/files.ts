// Reads the packages of a checkout: manifests, and every source beside them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '@kernel-ladder/schema';
import type { ApiPackage } from './pages.ts';
import type { Sources } from './read.ts';

/** The packages under `packages/` that have entries, in the order of their names. */
export function packagesIn(root: string): readonly ApiPackage[] {
  return readdirSync(join(root, 'packages'), { withFileTypes: true })
    .filter((folder) => folder.isDirectory())
    .map(({ name }) => name)
    .toSorted()
    .flatMap((folder) => {
      const file = join(root, 'packages', folder, 'package.json');
      const manifest = readJson(file, readFileSync(file, 'utf8')) as {
        readonly name: string;
        readonly exports?: { readonly [entry: string]: unknown };
      };
      const entries = Object.entries(manifest.exports ?? {}).flatMap(([entry, target]) =>
        typeof target === 'string' && /^\.\/src\/[^*]+\.ts$/.test(target)
          ? [[entry, join('packages', folder, target)] as const]
          : [],
      );
      return entries.length > 0
        ? [{ folder, name: manifest.name, entries: Object.fromEntries(entries) }]
        : [];
    });
}

/** Every TypeScript source under `packages/`. */
export function sourcesIn(root: string): Sources {
  const folders = packagesIn(root).map(({ folder }) => join('packages', folder, 'src'));
  return new Map(
    folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => [join(folder, file), readFileSync(join(root, folder, file), 'utf8')] as const),
    ),
  );
}
