// Files of a site beside their places, from where a rename brings each into its own.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../files/files.ts';
import { drop, keptParts } from './cache.ts';
import type { Cache } from './cache.ts';

/** A file of a site whose text is a part of an entry of the cache. */
export interface KeptFile {
  readonly name: string;
  readonly part: number;
}

/** Files of one entry, for a folder. */
export interface KeptFiles {
  readonly folder: string;
  readonly entry: string;
  readonly files: readonly KeptFile[];
}

/** The name of a file until it is brought to its place. */
export function staged(name: string): string {
  return `${name}.next`;
}

/** Stages a file; false where the folder's file says the same already: that stays as it is. */
export function stage(folder: string, name: string, bytes: Buffer): boolean {
  const place = join(folder, name);
  if (existsSync(place) && readFileSync(place).equals(bytes)) return false;
  writeBeside(join(folder, staged(name)), bytes);
  return true;
}

// Most often nothing lies there, and its folder does.
function writeBeside(file: string, bytes: Buffer): void {
  try {
    writeFileSync(file, bytes, { flag: 'wx' });
  } catch {
    writeWhole(file, bytes);
  }
}

/** Stages the files of an entry, and says which of them; null where the cache does not have it as it was: it has none from then on. */
export function stageKept(cache: Cache, { folder, entry, files }: KeptFiles): readonly string[] | null {
  const parts = keptParts(cache, entry) ?? [];
  if (files.some(({ part }) => parts[part] === undefined)) {
    drop(cache, entry);
    return null;
  }
  return files.flatMap(({ name, part }) => {
    const bytes = parts[part];
    return bytes && stage(folder, name, bytes) ? [name] : [];
  });
}
