// A month of a machine's run files in one file, `2026-08.ndjson.br`: a line with their names, then each as it was, a line a run. A
// run in it is read under the name that it had, as if the pack were a folder: `2026-08.ndjson.br/2026-08-03-0123abcd.json`.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { InvalidDocument } from './invalid.ts';
import { readJson } from './parse.ts';
import { readPlainFile } from './plain-file.ts';

/** How names of packs end; a month of the commits' dates stands before. */
export const monthPackEnding = '.ndjson.br';

/** A run file in a pack: its name, and its text with the line end. */
export interface PackedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The pack that a path leads into; null for any other file. */
export function packAround(file: string): string | null {
  const folder = dirname(file);
  return isMonthPack(folder) ? folder : null;
}

/** Whether a path is named as a pack is. */
export function isMonthPack(file: string): boolean {
  return /^\d{4}-\d\d\.ndjson\.br$/.test(basename(file));
}

/** Whether a text can stand in a pack as it is: one line, ended. */
export function isOneLine(bytes: Buffer): boolean {
  return bytes.length > 1 && bytes.indexOf('\n') === bytes.length - 1;
}

/** The bytes of a pack. Throws where a text is not one line. */
export function packMonth(files: readonly PackedFile[]): Buffer {
  const stray = files.find(({ bytes }) => !isOneLine(bytes));
  if (stray) throw new Error(`${stray.name}: a run in a pack is one line`);
  const index: Index = { schemaVersion: 1, files: files.map(({ name }) => name) };
  const text = Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...files.map(({ bytes }) => bytes)]);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS, BROTLI_PARAM_SIZE_HINT } =
    constants;
  const params = {
    // Two thirds of what the highest quality saves, in a thirtieth of its time: 7 MB a second on one core, to a fourteenth.
    [BROTLI_PARAM_QUALITY]: 9,
    // The runs of a month are near copies of each other.
    [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS,
    [BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return brotliCompressSync(text, { params });
}

/** Paths of the runs in a pack. Only its beginning is unpacked. Throws InvalidDocument. */
export function namesInPack(pack: string): readonly string[] {
  return indexOf(pack, beginningOf(pack)).files.map((name) => join(pack, name));
}

/** The runs in a pack. Throws InvalidDocument for what is no whole pack. */
export function unpackMonth(pack: string): readonly PackedFile[] {
  const text = unpack(pack, readPlainFile(pack));
  const { files } = indexOf(pack, text);
  let at = text.indexOf('\n') + 1;
  const packed = files.map((name) => {
    const end = text.indexOf('\n', at) + 1;
    if (end === 0) throw new InvalidDocument(`${pack}: has fewer runs than names: it is torn`);
    const bytes = text.subarray(at, end);
    at = end;
    return { name, bytes };
  });
  if (at !== text.length) throw new InvalidDocument(`${pack}: has more runs than names: it was changed`);
  return packed;
}

// Whoever reads runs reads those of a month one after the other.
let last: { readonly stamp: string; readonly files: ReadonlyMap<string, Buffer> } = {
  stamp: '',
  files: new Map(),
};

/** The bytes of a run in a pack. Throws InvalidDocument. */
export function readPacked(file: string): Buffer {
  const pack = dirname(file);
  const stamp = stampOf(pack);
  if (stamp !== last.stamp)
    last = { stamp, files: new Map(unpackMonth(pack).map(({ name, bytes }) => [name, bytes])) };
  const found = last.files.get(basename(file));
  if (found === undefined) throw new InvalidDocument(`${file}: is not in the pack`);
  return found;
}

function stampOf(pack: string): string {
  const found = statSync(pack, { bigint: true, throwIfNoEntry: false });
  return found ? [pack, found.ino, found.size, found.mtimeNs].join(' ') : `${pack} is not there`;
}

interface Index {
  readonly schemaVersion: 1;
  readonly files: readonly string[];
}

function indexOf(pack: string, text: Buffer): Index {
  const place = `${pack}: its first line`;
  const value = readJson(place, text.toString('utf8', 0, Math.max(0, text.indexOf('\n'))));
  if (isIndex(value)) return value;
  throw new InvalidDocument(
    `${place}: must be {"schemaVersion":1,"files":[…]}, names of run files, each once`,
  );
}

function isIndex(value: unknown): value is Index {
  if (typeof value !== 'object' || value === null) return false;
  if (!('schemaVersion' in value) || value.schemaVersion !== 1 || !('files' in value)) return false;
  const { files } = value;
  return (
    Array.isArray(files) &&
    new Set(files).size === files.length &&
    files.every((name) => typeof name === 'string' && /^[\w-]+(?:\.[\w-]+)*\.json$/.test(name))
  );
}

const firstBytes = 2 ** 16;

// As much of a pack as its first line is in.
function beginningOf(pack: string): Buffer {
  for (let length = firstBytes; ; length *= 4) {
    const bytes = readBeginning(pack, length);
    const text = unpack(pack, bytes);
    if (text.includes('\n') || bytes.length < length) return text;
  }
}

function readBeginning(pack: string, length: number): Buffer {
  if (statSync(pack, { throwIfNoEntry: false })?.isFile() !== true) return readPlainFile(pack);
  try {
    const file = openSync(pack, 'r');
    try {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    // It says why it cannot be read.
    return readPlainFile(pack);
  }
}

function unpack(pack: string, bytes: Buffer): Buffer {
  try {
    // Also of a beginning: what it holds comes out.
    return brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH });
  } catch (error) {
    throw new InvalidDocument(`${pack}: not Brotli: ${error instanceof Error ? error.message : ''}`);
  }
}
