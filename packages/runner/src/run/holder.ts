// Who has a subject, as a lock file says: written by any user of the machine, so that nothing in it is believed unseen.
import { lstatSync } from 'node:fs';
import { hostname } from 'node:os';
import { readText } from '@kernel-ladder/schema/node';
import { bornAt, isAlive, ownerOf } from '../process/alive.ts';

/** Who holds a subject, as its file says. */
export interface Holder {
  readonly pid: number;
  readonly born: string | null;
  readonly host: string;
  readonly since: string;
  readonly command: string;
}

/** The same with who wrote it, which no file can say of itself. */
export interface FoundHolder extends Holder {
  readonly file: string;
  /** Number of the file's owner. */
  readonly owner: number;
}

// All that a bench writes: a command of 200 characters, and names of hosts and times.
const mostBytes = 4096;

/**
 * Reads a lock file. Null for one that has just gone, is being written, or is none: anybody may lay links and FIFOs among them, or
 * write on without end.
 */
export function readHolder(file: string): FoundHolder | null {
  try {
    const stats = lstatSync(file);
    if (!stats.isFile() || stats.size > mostBytes) return null;
    const holder: unknown = JSON.parse(readText(file));
    return isHolder(holder) ? { ...holder, file, owner: stats.uid } : null;
  } catch {
    return null;
  }
}

function isHolder(value: unknown): value is Holder {
  const { pid, born, host, since, command } = (value ?? {}) as Partial<Record<keyof Holder, unknown>>;
  return (
    typeof pid === 'number' &&
    Number.isInteger(pid) &&
    pid > 0 &&
    (born === null || typeof born === 'string') &&
    [host, since, command].every((text) => typeof text === 'string')
  );
}

/**
 * Whether it still runs: the process has the start that the file names, and the file is of the process's own user, so that nobody
 * lays one for a stranger's process. Where nobody says when a process began, as on Windows, its number has to do. Processes of another
 * host or container that shares the folder have numbers that mean nothing here.
 */
export function isThere({ pid, born, host, owner }: FoundHolder): boolean {
  if (host !== hostname() || !isAlive(pid)) return false;
  const [found, user] = [bornAt(pid), ownerOf(pid)];
  return (found === null || found === born) && (user === null || user === owner);
}
