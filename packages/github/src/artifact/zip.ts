// A zip that a stranger has made, read in memory: a few regular files by names that are known beforehand, none of them large.
import type { Readable } from 'node:stream';
import { fromBufferPromise } from 'yauzl';
import type { Entry } from 'yauzl';

/** What an artifact may hold: bytes at most by name. */
export interface Allowed {
  readonly [name: string]: number;
}

/** Says what is wrong with an artifact. */
export class RefusedArtifact extends Error {
  override name = 'RefusedArtifact' as const;
}

/**
 * The files of a zip by name. Throws RefusedArtifact at the first entry that is not allowed: another name, a folder, a link, a second
 * of one name, one that is encrypted, and one that is larger than allowed, whatever the zip says of its size.
 */
export async function readZip(bytes: Buffer, allowed: Allowed): Promise<ReadonlyMap<string, Buffer>> {
  try {
    return await readEntries(bytes, allowed);
  } catch (error) {
    if (error instanceof RefusedArtifact) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new RefusedArtifact(`no zip that can be read: ${why}`);
  }
}

async function readEntries(bytes: Buffer, allowed: Allowed): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(bytes, {
    lazyEntries: true,
    validateEntrySizes: true,
    strictFileNames: true,
  });
  const most = Object.keys(allowed).length;
  if (zip.entryCount > most) throw new RefusedArtifact(`${zip.entryCount} entries, not ${most} at most`);
  for await (const entry of zip.eachEntry()) {
    if (files.has(entry.fileName)) throw new RefusedArtifact(`two entries of the name ${nameOf(entry)}`);
    const limit = limitOf(entry, allowed);
    files.set(entry.fileName, await readAll(await zip.openReadStreamPromise(entry), entry, limit));
  }
  return files;
}

const [typeOfFile, regular] = [0o170000, 0o100000];

function limitOf(entry: Entry, allowed: Allowed): number {
  const limit = Object.hasOwn(allowed, entry.fileName) ? allowed[entry.fileName] : undefined;
  if (limit === undefined)
    throw new RefusedArtifact(`an entry ${nameOf(entry)}, not one of ${Object.keys(allowed).join(', ')}`);
  // The upper half is the mode of Unix; 0 where another system has made the zip.
  const type = (entry.externalFileAttributes >>> 16) & typeOfFile;
  if (type !== 0 && type !== regular) throw new RefusedArtifact(`${nameOf(entry)} is no regular file`);
  if (entry.isEncrypted()) throw new RefusedArtifact(`${nameOf(entry)} is encrypted`);
  if (entry.uncompressedSize > limit) throw tooLarge(entry, limit);
  return limit;
}

async function readAll(stream: Readable, entry: Entry, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > limit) throw tooLarge(entry, limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(entry: Entry, limit: number): RefusedArtifact {
  return new RefusedArtifact(`${nameOf(entry)} is larger than ${limit} bytes`);
}

function nameOf({ fileName }: Entry): string {
  return JSON.stringify(fileName.slice(0, 100));
}
