// The run files that were read before, by their stamps: what they say is known, and none of them is read again.
import { packAround } from '@kernel-ladder/schema/node';
import { contentHash, keep, kept } from './cache.ts';
import type { Cache } from './cache.ts';
import type { DigestPlace } from './packs.ts';
import { isYoung, stampOf } from './stamps.ts';
import type { Stamp } from './stamps.ts';

/** What is known of a file: what tells its content from all others, and where its digest is. */
export interface ListedFile {
  readonly content: string;
  readonly place: DigestPlace;
}

/** The files of a history. */
export interface Listing {
  /** What is known of a file; undefined of one that is to be read. */
  readonly of: (file: string) => ListedFile | undefined;
  /** Remembers what was read since. */
  readonly remember: (read: readonly (ListedFile & { readonly file: string })[]) => void;
}

type Kept = readonly (readonly [file: string, stamp: string, content: string, place: DigestPlace])[];

/** Looks at the files of a history, before any of them is read; `now` is the time in ms. */
export function openListing(
  cache: Cache,
  { history, files, now = Date.now() }: { history: string; files: readonly string[]; now?: number },
): Listing {
  const stamps = stampsOf(files);
  const name = `listings/${contentHash(history)}`;
  const [text] = cache.isNew ? [] : (kept(cache, name) ?? []);
  // Kept below.
  const before = text === undefined ? [] : (JSON.parse(text) as Kept);
  const known = new Map(
    before.flatMap(([file, stamp, content, place]) =>
      stamps.get(file)?.stamp === stamp ? [[file, { content, place }] as const] : [],
    ),
  );
  return {
    of: (file) => known.get(file),
    remember: (read) => {
      const own = read.flatMap(({ file, content, place }): Kept => {
        const stamp = stamps.get(file);
        return stamp && !isYoung(stamp, now) ? [[file, stamp.stamp, content, place]] : [];
      });
      const isSame = own.length === before.length && own.every(([file, , , place]) => isAt(place, file));
      if (!isSame) keep(cache, name, [own]);
    },
  };

  function isAt({ pack, at }: DigestPlace, file: string): boolean {
    const place = known.get(file)?.place;
    return place?.pack === pack && place.at === at;
  }
}

// A run in a pack of a month has that pack's.
function stampsOf(files: readonly string[]): ReadonlyMap<string, Stamp> {
  const seen = new Map<string, Stamp>();
  return new Map(
    files.map((file) => {
      const path = packAround(file) ?? file;
      const stamp = seen.get(path) ?? stampOf(path);
      seen.set(path, stamp);
      return [file, stamp];
    }),
  );
}
