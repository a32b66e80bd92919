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
import { contentHash } from './cache.ts';
import type { Cache } from './cache.ts';
import { keepPack, keptHeads, packOf } from './packs.ts';
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

// For the files of a piece, one piece after the other.
const room = createRoom();

/** Reads run files that lie beside each other, in their order, and keeps their digests. */
export function readHeads(cache: Cache, files: readonly string[]): readonly ReadHead[] {
  room.clear();
  const read = files.map((file) => attempt(file, () => readFile(file)));
  const readable = read.filter((one) => 'bytes' in one);
  const pack = packOf(readable.map(({ content }) => content));
  const heads = keptHeads(cache, pack);
  const known = heads ? headsOf(readable, pack, heads) : digestFiles(cache, readable);
  const byFile = new Map(known.map((one) => [one.file, one]));
  return read.flatMap((one) => ('fault' in one ? one : (byFile.get(one.file) ?? []))).map(inItsFolder);
}

function readFile(file: string): ReadFile {
  const bytes = readBytes(file, room);
  return { file, bytes, content: contentHash(bytes) };
}

function headsOf(files: readonly ReadFile[], pack: string, heads: readonly RunHead[]): readonly ReadHead[] {
  return heads.flatMap((head, at) => {
    const { file, content } = files[at] ?? {};
    return file !== undefined && content !== undefined
      ? [{ file, content, head, place: { pack, at, tells: head.tells } }]
      : [];
  });
}

// A pack has runs alone: beside a file that is none it is not found by the contents of all, and is made again.
function digestFiles(cache: Cache, files: readonly ReadFile[]): readonly ReadHead[] {
  const read = files.map((one) =>
    attempt(one.file, () => ({
      ...one,
      digest: digestFile(one),
    })),
  );
  const runs = read.filter((one) => 'digest' in one);
  const pack = keepPack(cache, runs);
  const heads = runs.map(({ digest }) => digest.head);
  return [...headsOf(runs, pack, heads), ...read.filter((one) => 'fault' in one)];
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
