// Kernel files from disk.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** Loads files of one folder, and of the packages that the folder's own depends on, each read once. */
export function fileLoader(folder: URL): WgslLoader {
  const { resolve } = createRequire(folder);
  const texts = new Map<string, string>();
  const load = (file: string) => {
    const text =
      texts.get(file) ?? readFileSync(file.startsWith('@') ? resolve(file) : new URL(file, folder), 'utf8');
    texts.set(file, text);
    return text;
  };
  // What may not be there may also come while the process lives.
  const find = (file: string) =>
    existsSync(new URL(file, folder)) ? readFileSync(new URL(file, folder), 'utf8') : null;
  return Object.assign(load, { find });
}
