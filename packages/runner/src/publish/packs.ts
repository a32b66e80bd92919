// Digests of runs whose files lie beside each other, kept together: they say much in the same words, and a file a run would be many.
import { join } from 'node:path';
import { rowsOf } from '@kernel-ladder/publish';
import type { DigestColumns, DigestRow, RunDigest, RunHead } from '@kernel-ladder/publish';
import { numbersOfWords } from '@kernel-ladder/schema';
import type { Columns } from '@kernel-ladder/schema';
import { createRoom } from '@kernel-ladder/schema/node';
import type { Room } from '@kernel-ladder/schema/node';
import { contentHash, keep, keepBytes, kept, keptBytes } from './cache.ts';
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

// An entry has the heads of the runs; two beside it have the words of their points, and the numbers.
const wordsOf = (pack: string) => `${pack}.words`;
const numbersOf = (pack: string) => `${pack}.numbers`;

/** Keeps the digests of runs as a pack, and says its name. */
export function keepPack(
  cache: Cache,
  runs: readonly { readonly content: string; readonly digest: RunDigest }[],
): string {
  const pack = packOf(runs.map(({ content }) => content));
  for (const { digest } of runs) keepSeries(cache, digest.head.tells, digest.series);
  // Runs that say the same share their words.
  const words = [...new Set(runs.map(({ digest }) => digest.points.words))];
  const places = runs.map(({ digest }) => words.indexOf(digest.points.words));
  keepBytes(cache, numbersOf(pack), joined(runs.map(({ digest }) => digest.points.numbers)));
  keep(cache, wordsOf(pack), [places, ...words]);
  keep(cache, pack, [runs.map(({ digest }) => digest.head)]);
  return pack;
}

function joined(lists: readonly Float64Array[]): Uint8Array {
  return Buffer.concat(
    lists.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  );
}

/** The heads of a pack; null where the cache lacks it, or series of it: without them a digest is none. */
export function keptHeads(cache: Cache, pack: string): readonly RunHead[] | null {
  const [text] = kept(cache, pack) ?? [];
  if (text === undefined) return null;
  const heads = JSON.parse(text) as readonly RunHead[];
  return heads.every(({ tells }) => keptSeries(cache, tells)) ? heads : null;
}

/** The results of a run by columns. Throws where its digest has gone since. */
function keptColumns(cache: Cache, place: DigestPlace): DigestColumns {
  return columnsAt(cache, place, pointsOf(cache, place.pack));
}

// For the runs of one page after those of another: their numbers are millions.
const room = createRoom();

/** The same of many runs; they last until those of others are asked for. */
export function columnsOfAll(cache: Cache, places: readonly DigestPlace[]): readonly DigestColumns[] {
  room.clear();
  const packs = new Map(
    [...new Set(places.map(({ pack }) => pack))].map((pack) => [pack, readPoints(cache, pack, room)]),
  );
  return places.map((place) => columnsAt(cache, place, packs.get(place.pack) ?? null));
}

function columnsAt(cache: Cache, { pack, at, tells }: DigestPlace, all: Points | null): DigestColumns {
  const points = all?.[at];
  const series = keptSeries(cache, tells);
  if (series === null || points === undefined)
    throw new Error(`${join(cache.folder, pack)} has changed while it was read: publish again`);
  return { series, points };
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

type Points = readonly DigestColumns['points'][];

// Runs beside each other lie in one pack.
const latest = new Map<string, Points | null>();
const mostLatest = 16;

function pointsOf(cache: Cache, pack: string): Points | null {
  const name = `${cache.folder} ${pack}`;
  const points = latest.get(name) ?? readPoints(cache, pack);
  latest.delete(name);
  if (points) latest.set(name, points);
  for (const oldest of latest.keys()) if (latest.size > mostLatest) latest.delete(oldest);
  return points;
}

// A copy where eight bytes of a number may not lie.
function numbersIn(bytes: Buffer): Float64Array {
  const { buffer, byteOffset, length } = bytes;
  return byteOffset % 8 === 0
    ? new Float64Array(buffer, byteOffset, length / 8)
    : new Float64Array(new Uint8Array(bytes).buffer);
}

function readPoints(cache: Cache, pack: string, into?: Room): Points | null {
  const [places, ...texts] = kept(cache, wordsOf(pack)) ?? [];
  const bytes = keptBytes(cache, numbersOf(pack), into);
  if (places === undefined || bytes === null) return null;
  const words = texts.map((text) => JSON.parse(text) as Columns);
  const numbers = numbersIn(bytes);
  let from = 0;
  return (JSON.parse(places) as readonly number[]).flatMap((place) => {
    const own = words[place];
    return own ? [{ words: own, numbers: numbers.subarray(from, (from += numbersOfWords(own))) }] : [];
  });
}
