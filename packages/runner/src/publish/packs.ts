// Digests of runs whose files lie beside each other, kept together: they say much in the same words, and a file a run would be many.
import { join } from 'node:path';
import { rowsOf } from '@kernel-ladder/publish';
import type { DigestRow, RunDigest, RunHead } from '@kernel-ladder/publish';
import { joinColumns } from '@kernel-ladder/schema';
import type { Columns } from '@kernel-ladder/schema';
import { contentHash, keep, kept } from './cache.ts';
import type { Cache } from './cache.ts';
import { keepSeries, keptSeries } from './series.ts';

/** Where the digest of a run is: its pack, its place in it, and the hash of its series. */
export interface DigestPlace {
  readonly pack: string;
  readonly at: number;
  readonly tells: string;
}

/** The name of the pack of runs with these contents. */
export function packOf(contents: readonly string[]): string {
  const name = contentHash(contents.join('\n'));
  return `runs/${name.slice(0, 2)}/${name}`;
}

/** Keeps the digests of runs as a pack, and says its name. */
export function keepPack(
  cache: Cache,
  runs: readonly { readonly content: string; readonly digest: RunDigest }[],
): string {
  const pack = packOf(runs.map(({ content }) => content));
  for (const { digest } of runs) keepSeries(cache, digest.head.tells, digest.series);
  keep(cache, pack, [runs.map(({ digest }) => digest.head), ...runs.map(({ digest }) => digest.points)]);
  return pack;
}

/** The heads of a pack; null where the cache lacks it, or series of it: without them a digest is none. */
export function keptHeads(cache: Cache, pack: string): readonly RunHead[] | null {
  const [text] = linesOf(cache, pack) ?? [];
  if (text === undefined) return null;
  const heads = JSON.parse(text) as readonly RunHead[];
  return heads.every(({ tells }) => keptSeries(cache, tells)) ? heads : null;
}

/** The results of a run by columns. Throws where its digest has gone since. */
export function keptColumns(cache: Cache, { pack, at, tells }: DigestPlace): Columns {
  const points = linesOf(cache, pack)?.[at + 1];
  const series = keptSeries(cache, tells);
  if (series === null || points === undefined)
    throw new Error(`${join(cache.folder, pack)} has changed while it was read: publish again`);
  return joinColumns([series, JSON.parse(points) as Columns]);
}

/** The digests of a history, by the hashes of the contents of runs. */
export interface Digests {
  readonly placeOf: (content: string) => DigestPlace;
  /** The results of a run as rows. */
  readonly rowsOf: (content: string) => readonly DigestRow[];
}

/** Opens digests that are at these places. */
export function openDigests(cache: Cache, places: ReadonlyMap<string, DigestPlace>): Digests {
  const placeOf = (content: string) => {
    const place = places.get(content);
    if (!place) throw new Error(`no run of the history has the content ${content}`);
    return place;
  };
  return { placeOf, rowsOf: (content) => rowsOf(content, keptColumns(cache, placeOf(content))) };
}

// The runs of a page lie in as many packs, one behind the other.
const latest = new Map<string, readonly string[]>();
const mostLatest = 16;

function linesOf(cache: Cache, pack: string): readonly string[] | null {
  const name = `${cache.folder} ${pack}`;
  const lines = latest.get(name) ?? kept(cache, pack);
  latest.delete(name);
  if (lines) latest.set(name, lines);
  for (const oldest of latest.keys()) if (latest.size > mostLatest) latest.delete(oldest);
  return lines;
}
