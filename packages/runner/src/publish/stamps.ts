// Files by their stamps: one that has the same as before says the same, and nobody reads it.
import { readdirSync, statSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { join } from 'node:path';

/** A file or folder and what tells it from another state of it. */
export interface Stamp {
  readonly path: string;
  readonly stamp: string;
  /** When its content or its state changed, in ms. */
  readonly changedMs: number;
}

// Some file systems count in steps of two seconds: what changed within a step after it was looked at would look the same.
const youngestMs = 2500;

/** Whether a file had changed so shortly before it was looked at that another change would look the same; `now` is that time in ms. */
export function isYoung({ changedMs }: Stamp, now: number): boolean {
  return changedMs > now - youngestMs;
}

/** The stamps of all that lies in a folder, down to a depth. A link is what it leads to. */
export function stampsBelow(folder: string, depth: number): readonly Stamp[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    const own = stampOf(path);
    return own.isFolder && depth > 0 ? [own, ...stampsBelow(path, depth - 1)] : [own];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

/** The stamp of what is at a path. */
export function stampOf(path: string): Stamp & { readonly isFolder: boolean } {
  const found = statOf(path);
  if (!found) return { path, stamp: 'no file', changedMs: 0, isFolder: false };
  const { dev, ino, mode, size, mtimeNs, ctimeNs } = found;
  // Nobody sets the time of the last change of a file's state; that of its content, anybody does.
  const stamp = [dev, ino, mode, size, mtimeNs, ctimeNs].join(' ');
  return {
    path,
    stamp,
    changedMs: Math.max(Number(found.mtimeMs), Number(found.ctimeMs)),
    isFolder: found.isDirectory(),
  };
}

// A link to nothing or to itself, and what nobody may look at, is none; whoever reads it says so.
function statOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return null;
  }
}
