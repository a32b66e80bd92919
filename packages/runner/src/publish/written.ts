// What a site's files were made of when they were last written: those that are made of the same, and that nobody has touched since, are
// neither written nor read again.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { contentHash, keep, kept } from './cache.ts';
import type { Cache } from './cache.ts';
import { stampOf } from './stamps.ts';

/** A file of the site by its name, and what tells its content from all others; null where that is not known. */
export interface Sourced {
  readonly name: string;
  readonly source: string | null;
}

const entryOf = (folder: string) => `written/${contentHash(folder)}`;

type Kept = readonly (readonly [name: string, source: string, stamp: string])[];

/** The names of files in a folder that are made of what they were made of before, and are as they were written. */
export function unchangedIn(cache: Cache, folder: string, files: readonly Sourced[]): ReadonlySet<string> {
  const [text] = kept(cache, entryOf(folder)) ?? [];
  if (text === undefined) return new Set();
  // Kept below.
  const known = new Map((JSON.parse(text) as Kept).map(([name, ...own]) => [name, own]));
  const same = files.filter(({ name, source }) => {
    const [was, stamp] = known.get(name) ?? [];
    return source !== null && source === was && stampOf(join(folder, name)).stamp === stamp;
  });
  return new Set(same.map(({ name }) => name));
}

/** Remembers files that have just been written. */
export async function rememberWritten(
  cache: Cache,
  folder: string,
  files: readonly Sourced[],
): Promise<void> {
  await stillClock();
  const written = files.flatMap(({ name, source }): Kept =>
    source === null ? [] : [[name, source, stampOf(join(folder, name)).stamp]],
  );
  keep(cache, entryOf(folder), [written]);
}

const stillMs = 20;

/** Waits until a clock of files that stands still for a while has gone on: whatever is written from then on has a later time. */
export async function stillClock(): Promise<void> {
  await setTimeout(stillMs);
}
