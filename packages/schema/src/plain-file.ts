// Any file that somebody else has put on a disk, read or refused with the reason.
import { closeSync, lstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { InvalidDocument } from './invalid.ts';
import type { Room } from './room.ts';

/**
 * The bytes of a file. Throws InvalidDocument for what is none, as a link to nothing, a folder, or what cannot be read. A FIFO is
 * never opened: that would wait for somebody to write. In a room that is given the bytes last until it is cleared.
 */
export function readPlainFile(file: string, room?: Room): Buffer {
  try {
    const stats = statSync(file);
    const fault = faultOf(stats);
    if (fault !== null) throw new InvalidDocument(`${file}: ${fault}, and no file`);
    const fits = room && stats.size <= mostInRoom;
    return fits ? readInto(room.take(stats.size), file) : readFileSync(file);
  } catch (error) {
    if (error instanceof InvalidDocument) throw error;
    throw new InvalidDocument(`${file}: ${whyUnread(file, error)}`);
  }
}

// No run is as large: a file that is asks for memory of its own, and the system may refuse it.
const mostInRoom = 2 ** 26;

// What is added to the file meanwhile is left out.
function readInto(bytes: Buffer, file: string): Buffer {
  const opened = openSync(file, 'r');
  try {
    let length = 0;
    for (let read = -1; read !== 0; length += read)
      read = readSync(opened, bytes, length, bytes.length - length, null);
    return bytes.subarray(0, length);
  } finally {
    closeSync(opened);
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
