// What publishing worked out before, by the content that it came from and the code that did it. Safe to delete; an entry that is
// not as it was written is none.
import { createCipheriv, createHash, createSecretKey, hash, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import {
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { createRoom, readBytes } from '@kernel-ladder/schema/node';
import type { Room } from '@kernel-ladder/schema/node';
import { linesOf } from './lines.ts';

/** A folder of entries. */
export interface Cache {
  readonly folder: string;
  /** Whether it had no entry when it was opened. */
  readonly isNew: boolean;
  /** Of the marks of its files, 16 bytes in hexadecimal digits; nobody else knows it. */
  readonly key: string;
}

/** Where a checkout keeps it; git ignores it. */
export const cacheFolder = '.cache/publish';

/** Opens the cache of this code below a checkout, and drops those of other code; a temporary folder where none can be made there. */
export function openCache(root: string): Cache {
  const version = codeVersion(sources);
  const parent = join(root, cacheFolder);
  const folder = join(parent, version);
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    const temporary = mkdtempSync(join(tmpdir(), 'kernel-ladder-cache-'));
    process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
    return withKey(temporary);
  }
  for (const other of readdirSync(parent))
    if (other !== version) rmSync(join(parent, other), { recursive: true });
  return withKey(folder);
}

// Entries whose key is lost are not found again.
function withKey(folder: string): Cache {
  const file = join(folder, 'key');
  const known = existsSync(file) ? readFileSync(file, 'latin1') : '';
  if (/^[0-9a-f]{32}$/.test(known)) return { folder, isNew: false, key: known };
  const key = randomBytes(16).toString('hex');
  writeFileSync(file, key);
  return { folder, isNew: true, key };
}

// Those with a say in what an entry holds.
const sources = ['schema', 'stats', 'curriculum', 'publish', 'runner/src/publish'];

/** The hash of this Node and of all code and data in some folders of `packages/`, beside tests. */
export function codeVersion(folders: readonly string[]): string {
  const packages = fileURLToPath(new URL('../../../', import.meta.url));
  const digest = createHash('sha256').update(process.version);
  for (const file of globSync(
    folders.map((name) => `${name}/**/*.{ts,json}`),
    {
      cwd: packages,
      exclude: (name) => name === 'node_modules' || name.endsWith('.test.ts'),
    },
  ).toSorted())
    digest.update(`${file}\n`).update(readFileSync(join(packages, file)));
  return digest.digest('hex').slice(0, 16);
}

// One for all marks: nobody sees two of them, who could work out the key.
const nonce = Buffer.alloc(12);

/**
 * What tells a content from all others, in this cache: an authentication code of 128 bits (GMAC, NIST SP 800-38D). Two contents have the same
 * once in 2^110 times, whoever chose them without the key. A quarter of what SHA-256 costs, which is much where gigabytes are read.
 */
export function markOf({ key }: Cache, content: Uint8Array): string {
  const cipher = createCipheriv('aes-128-gcm', secretOf(key), nonce);
  cipher.setAAD(content);
  cipher.final();
  return cipher.getAuthTag().toString('hex');
}

const secrets = new Map<string, KeyObject>();

function secretOf(key: string): KeyObject {
  const known = secrets.get(key) ?? createSecretKey(key, 'hex');
  secrets.set(key, known);
  return known;
}

/** The hash of a content. */
export function contentHash(bytes: string | Uint8Array): string {
  return hash('sha256', bytes);
}

// The fastest level: entries are written once, and read by every publish.
const level = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Keeps parts under a name, all or nothing; nobody reads half of it. */
export function keep(cache: Cache, name: string, parts: readonly unknown[]): void {
  keepBytes(cache, name, zstdCompressSync(textOf(parts), level));
}

/** The same of parts that are much text, which most often is read once: to pack it takes longer than to write it. */
export function keepParts(cache: Cache, name: string, parts: Iterable<unknown>): void {
  keepBytes(cache, name, textOf(parts));
}

function textOf(parts: Iterable<unknown>): Buffer {
  return linesOf(partsIn(parts));
}

function* partsIn(parts: Iterable<unknown>): Generator<string> {
  for (const part of parts) yield JSON.stringify(part);
}

/** The same of bytes: numbers shrink to two fifths, and to pack and unpack them takes longer than all else that is done to them. */
export function keepBytes(cache: Cache, name: string, bytes: Uint8Array): void {
  const file = join(cache.folder, name);
  const scratch = `${file}.${process.pid}-${threadId}`;
  const head = Buffer.from(`${markOf(cache, bytes).padEnd(headLength - 1)}\n`);
  const opened = openNew(scratch);
  try {
    // One behind the other: to join them first is to copy what is written.
    writeFileSync(opened, head);
    writeFileSync(opened, bytes);
  } finally {
    closeSync(opened);
  }
  renameSync(scratch, file);
}

// A mark, blanks and a line end: what follows begins where a number of eight bytes may lie.
const headLength = 40;

// Most folders are there: to ask for one costs as much as to write a small entry.
function openNew(file: string): number {
  try {
    return openSync(file, 'w');
  } catch {
    mkdirSync(dirname(file), { recursive: true });
    return openSync(file, 'w');
  }
}

/** Whether something is kept under a name; whether it is as it was written, its reader sees. */
export function isKept({ folder }: Cache, name: string): boolean {
  return existsSync(join(folder, name));
}

/** Drops what is kept under a name. */
export function drop({ folder }: Cache, name: string): void {
  rmSync(join(folder, name), { force: true });
}

/** The texts of the parts as they were kept; null where there is no such entry, or another text in its place. */
export function kept(cache: Cache, name: string): readonly string[] | null {
  return unpacked(cache, name)?.toString('utf8').split('\n') ?? null;
}

/** The bytes of the parts that `keepParts` kept; they last until anything else is asked for. */
export function keptParts(cache: Cache, name: string): readonly Buffer[] | null {
  room.clear();
  const bytes = keptBytes(cache, name, room);
  if (!bytes) return null;
  const parts: Buffer[] = [];
  for (let from = 0; from <= bytes.length;) {
    const end = bytes.indexOf('\n', from);
    const to = end < 0 ? bytes.length : end;
    parts.push(bytes.subarray(from, to));
    from = to + 1;
  }
  return parts;
}

// For one entry after the other.
const room = createRoom();

function unpacked(cache: Cache, name: string): Buffer | null {
  room.clear();
  const body = keptBytes(cache, name, room);
  try {
    return body && zstdDecompressSync(body, { chunkSize: roomFor(body) });
  } catch {
    return null;
  }
}

// Most entries in one piece: the usual pieces of 16 kB are joined at a price.
function roomFor(body: Buffer): number {
  return Math.max(2 ** 14, 8 * body.length);
}

/** The bytes that `keepBytes` kept; in a room that is given they last until it is cleared. */
export function keptBytes(cache: Cache, name: string, into?: Room): Buffer | null {
  try {
    const bytes = readBytes(join(cache.folder, name), into);
    const body = bytes.subarray(headLength);
    return markOf(cache, body) === bytes.toString('latin1', 0, headLength).trimEnd() ? body : null;
  } catch {
    return null;
  }
}
