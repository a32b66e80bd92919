// What the results of a run are of, which runs of one suite share: kept once for all of them, and read once by a thread.
import type { Columns } from '@kernel-ladder/schema';
import { keep, kept } from './cache.ts';
import type { Cache } from './cache.ts';

const nameOf = (hash: string) => `series/${hash}`;
const known = new Map<string, Columns>();
const mostKnown = 256;

/** Keeps a text of columns under its hash. */
export function keepSeries(cache: Cache, hash: string, text: string): void {
  if (keptSeries(cache, hash) !== null) return;
  const columns = JSON.parse(text) as Columns;
  keep(cache, nameOf(hash), [columns]);
  remember(cache, hash, columns);
}

/** The columns again; null where the cache does not have them. */
export function keptSeries(cache: Cache, hash: string): Columns | null {
  const own = known.get(`${cache.folder} ${hash}`);
  if (own) return own;
  const [text] = kept(cache, nameOf(hash)) ?? [];
  if (text === undefined) return null;
  const columns = JSON.parse(text) as Columns;
  remember(cache, hash, columns);
  return columns;
}

function remember({ folder }: Cache, hash: string, columns: Columns): void {
  if (known.size < mostKnown) known.set(`${folder} ${hash}`, columns);
}
