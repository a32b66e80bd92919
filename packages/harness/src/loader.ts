// Kernel files from disk.
import { readFileSync } from 'node:fs';
import type { WgslLoader } from './wgsl.ts';

/** Loads files of one folder, each read once. */
export function fileLoader(folder: URL): WgslLoader {
  const texts = new Map<string, string>();
  return (file) => {
    const text = texts.get(file) ?? readFileSync(new URL(file, folder), 'utf8');
    texts.set(file, text);
    return text;
  };
}
