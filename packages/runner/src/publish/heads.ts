// Run files → heads of digests: a file is parsed where no pack of the cache has its content.
import { digestMeasured, digestOf } from '@kernel-ladder/publish';
import type { RunDigest, RunHead } from '@kernel-ladder/publish';
import { InvalidDocument, validateRun } from '@kernel-ladder/schema';
import {
  createRoom,
  measureRun,
  parseRunBytes,
  readBytes,
  refuseOtherFolder,
} from '@kernel-ladder/schema/node';
import { markOf } from './cache.ts';
import type { Cache } from './cache.ts';
import { keepPack, keptHeads, packOf } from './packs.ts';
import type { ListedFile } from './listing.ts';
import type { DigestPlace } from './packs.ts';

/** A file that is left out, and why. */
export interface Fault {
  readonly file: string;
  readonly fault: string;
}

/** A run file that was read, and where its digest is; or why it is left out. */
export type ReadHead =
  | {
      readonly file: string;
      readonly content: string;
      readonly head: RunHead;
      readonly place: DigestPlace;
    }
  | Fault;

interface ReadFile {
  readonly file: string;
  readonly bytes: Buffer;
  readonly content: string;
}

// For one file after the other: what was just read lies in the processor's own memory while it is looked at.
const room = createRoom();

/** Run files that lie beside each other, and what is known of each. */
export interface FilesToRead {
  readonly files: readonly string[];
  readonly known: readonly (ListedFile | undefined)[];
}

/** The heads of run files in their order. Reads those that are not known, and keeps their digests. */
export function readHeads(cache: Cache, { files, known }: FilesToRead): readonly ReadHead[] {
  const listed = new Map(listedHeads(cache, files, known).map((one) => [one.file, one]));
  const others = files.filter((file) => !listed.has(file));
  const heads = (cache.isNew ? null : keptPiece(cache, others)) ?? digestPiece(cache, others);
  const byFile = new Map([...listed, ...heads.map((one) => [one.file, one] as const)]);
  return files.flatMap((file) => byFile.get(file) ?? []).map(inItsFolder);
}

// Where a file came now and then, its neighbours are read again and lie in one pack with it.
const mostPacks = 8;

function listedHeads(
  cache: Cache,
  files: readonly string[],
  known: FilesToRead['known'],
): readonly ReadHead[] {
  const packs = new Set(known.flatMap((one) => one?.place.pack ?? []));
  if (packs.size > mostPacks) return [];
  const heads = new Map([...packs].map((pack) => [pack, keptHeads(cache, pack)]));
  return files.flatMap((file, at) => {
    const own = known[at];
    const head = own && heads.get(own.place.pack)?.[own.place.at];
    return own && head?.tells === own.place.tells ? [{ file, head, ...own }] : [];
  });
}

function readFile(cache: Cache, file: string): ReadFile {
  room.clear();
  const bytes = readBytes(file, room);
  return { file, bytes, content: markOf(cache, bytes) };
}

// Null where no pack of the cache has these contents.
function keptPiece(cache: Cache, files: readonly string[]): readonly ReadHead[] | null {
  if (files.length === 0) return [];
  const read = files.map((file) => attempt(file, () => ({ file, content: readFile(cache, file).content })));
  const runs = read.filter((one) => 'content' in one);
  const pack = packOf(runs.map(({ content }) => content));
  const heads = keptHeads(cache, pack);
  return heads && inOrder(read, headsOf(runs, pack, heads));
}

function headsOf(
  files: readonly Omit<ReadFile, 'bytes'>[],
  pack: string,
  heads: readonly RunHead[],
): readonly ReadHead[] {
  return heads.flatMap((head, at) => {
    const { file, content } = files[at] ?? {};
    return file !== undefined && content !== undefined
      ? [{ file, content, head, place: { pack, at, tells: head.tells } }]
      : [];
  });
}

function inOrder(
  read: readonly ({ readonly file: string } | Fault)[],
  heads: readonly ReadHead[],
): readonly ReadHead[] {
  const byFile = new Map(heads.map((one) => [one.file, one]));
  return read.flatMap((one) => ('fault' in one ? one : (byFile.get(one.file) ?? [])));
}

// A pack has runs alone: beside a file that is none it is not found by the contents of all, and is made again.
function digestPiece(cache: Cache, files: readonly string[]): readonly ReadHead[] {
  const read = files.map((file) =>
    attempt(file, () => {
      const own = readFile(cache, file);
      return { file, content: own.content, digest: digestFile(own) };
    }),
  );
  const runs = read.filter((one) => 'digest' in one);
  const pack = keepPack(cache, runs);
  const heads = runs.map(({ digest }) => digest.head);
  return inOrder(read, headsOf(runs, pack, heads));
}

// Most files say what one before said, but for numbers.
function digestFile({ file, bytes }: ReadFile): RunDigest {
  const measured = measureRun(file, bytes);
  return measured ? digestMeasured(measured) : digestOf(validateRun(file, parseRunBytes(file, bytes)));
}

function attempt<Read extends object>(file: string, read: () => Read): Read | Fault {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidDocument) return { file, fault: error.message };
    throw error;
  }
}

function inItsFolder(read: ReadHead): ReadHead {
  if ('fault' in read) return read;
  return attempt(read.file, () => {
    refuseOtherFolder(read.file, read.head.machineKey);
    return read;
  });
}
