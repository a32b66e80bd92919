// Kernel files from disk.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** Loads files of one folder, and of the packages that the folder's own depends on, each read once. */
export function fileLoader(folder: URL): WgslLoader {
  const { resolve } = createRequire(folder);
  const texts = new Map<string, string>();
  return (file) => {
    const text =
      texts.get(file) ?? readFileSync(file.startsWith('@') ? resolve(file) : new URL(file, folder), 'utf8');
    texts.set(file, text);
    return text;
  };
}
