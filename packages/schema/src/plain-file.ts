// Any file that somebody else has put on a disk, read or refused with the reason.
import { lstatSync, readFileSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { InvalidDocument } from './invalid.ts';

/**
 * The bytes of a file. Throws InvalidDocument for what is none, as a link to nothing, a folder, or what cannot be read. A FIFO is
 * never opened: that would wait for somebody to write.
 */
export function readPlainFile(file: string): Buffer {
  try {
    const fault = faultOf(statSync(file));
    if (fault !== null) throw new InvalidDocument(`${file}: ${fault}, and no file`);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof InvalidDocument) throw error;
    throw new InvalidDocument(`${file}: ${whyUnread(file, error)}`);
  }
}

function faultOf(stats: Stats): string | null {
  if (stats.isFile()) return null;
  if (stats.isDirectory()) return 'is a folder';
  if (stats.isFIFO()) return 'is a FIFO';
  return stats.isSocket() ? 'is a socket' : 'is a device';
}

function whyUnread(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code !== 'ENOENT') return `cannot be read: ${code}`;
  return lstatSync(file, { throwIfNoEntry: false }) ? 'is a link to nothing' : 'is not there';
}
