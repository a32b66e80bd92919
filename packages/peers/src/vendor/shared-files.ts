// Memory that this process and the Python program share: files without a name, which are gone once both have ended, however they
// end. Inputs stay for all rows of a case; what is asked for once is there until it is read.
import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, ftruncateSync, openSync, statfsSync, unlinkSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOf, GpuFault } from '@kernel-ladder/harness';
import type { Arrays, BufferShape, NumberArray } from '@kernel-ladder/harness';
import { listed, readArray, wordOf, writeArray } from './array-files.ts';
import type { Listed, Memory } from './array-files.ts';

/** Where an array lies, by the number that the file has in the program. */
export interface Placed extends Listed {
  readonly file: number;
  readonly offset: number;
}

/** An array that is one word of four bytes again and again. */
export interface Uniform extends Listed {
  readonly word: readonly number[];
}

/** Inputs, and the name of the case that they belong to. */
export interface CaseInputs {
  readonly of: string;
  readonly arrays: Arrays;
}

/** Arrays by name, as a family has its outputs. */
export type Shapes = { readonly [name: string]: BufferShape };

/** Files that are open. */
export interface SharedFiles {
  /** To be inherited by the program, from `firstFile` on. */
  readonly descriptors: readonly number[];
  /** Where inputs are: written once, and kept until those of another case come. */
  readonly hold: (inputs: CaseInputs) => Promise<readonly Placed[]>;
  /** Where arrays are until `release`. */
  readonly lend: (arrays: Arrays) => Promise<readonly (Placed | Uniform)[]>;
  /** Where arrays may be written until `release`, with nothing lent meanwhile; what nobody writes is zero. */
  readonly room: (shapes: Shapes) => readonly Placed[];
  /** What has been written there, in memory that is found for it. */
  readonly read: (room: readonly Placed[], said: readonly Listed[], memory?: Memory) => Promise<Arrays>;
  readonly release: () => void;
  /** Bytes that the files take. */
  readonly bytes: () => number;
  readonly close: () => void;
}

/** The number of the first file in the program: those of its pipes come before. */
const firstFile = 3;

/** Where files may lie, and how many bytes there are for them. */
export interface Place {
  readonly folder: string;
  readonly freeBytes: () => number;
}

// The host's memory where there is such a folder and enough of it, which is little in some containers; else its disk.
const places: readonly Place[] = [
  { folder: '/dev/shm', freeBytes: () => Math.min(freeIn('/dev/shm'), freemem() / 2) },
  { folder: tmpdir(), freeBytes: () => freeIn(tmpdir()) },
];

interface File extends Place {
  readonly descriptor: number;
  readonly number: number;
  /** Where inputs end. */
  end: number;
}

// Of one case: on three seeds, and once more for a row that follows one that has failed.
const mostSets = 4;

/** Opens a file in each place where one can be opened; arrays go to the first that has room for them. */
export function openSharedFiles(among: readonly Place[] = places): SharedFiles {
  const files = among
    .flatMap(openNameless)
    .map((file, index) => ({ ...file, number: firstFile + index, end: 0 }));
  const sets = new Map<Arrays, readonly Placed[]>();
  let holder = '';
  const inUse = untilDone(() => files.forEach(({ descriptor }) => closeSync(descriptor)));
  const release = () => files.forEach(({ descriptor, end }) => ftruncateSync(descriptor, end));
  const forget = () => {
    sets.clear();
    for (const file of files) file.end = 0;
    release();
  };
  const hold: SharedFiles['hold'] = async ({ of, arrays }) => {
    if (of !== holder || sets.size >= mostSets) forget();
    holder = of;
    const found = sets.get(arrays);
    if (found) return found;
    const { file, placed, end } = await inUse.during(write(files, arrays));
    file.end = end;
    sets.set(arrays, placed);
    return placed;
  };
  return {
    descriptors: files.map(({ descriptor }) => descriptor),
    hold,
    lend: (arrays) => inUse.during(lend(files, arrays)),
    room: (shapes) => {
      const { file, placed, end } = place(files, Object.entries(shapes).map(listedShape));
      ftruncateSync(file.descriptor, end);
      return placed;
    },
    read: (room, said, memory) => inUse.during(readAll(files, { room, said, memory })),
    release,
    bytes: () => files.reduce((sum, { descriptor }) => sum + 512 * fstatSync(descriptor).blocks, 0),
    close: inUse.close,
  };
}

// Closes what is in use once it is no more: the number of a closed file is soon that of another.
function untilDone(close: () => void) {
  let [going, isOver] = [0, false];
  const during = async <T>(work: Promise<T>): Promise<T> => {
    going++;
    try {
      return await work;
    } finally {
      going--;
      if (isOver && going === 0) close();
    }
  };
  return {
    during,
    close: () => {
      isOver = true;
      if (going === 0) close();
    },
  };
}

function openNameless(where: Place): readonly (Place & Pick<File, 'descriptor'>)[] {
  const name = join(where.folder, `kernel-ladder-${randomUUID()}`);
  try {
    const descriptor = openSync(name, 'wx+', 0o600);
    unlinkSync(name);
    return [{ ...where, descriptor }];
  } catch {
    return [];
  }
}

/** Bytes that a file system has for more files; without end where it has no size of its own. */
export function freeIn(folder: string): number {
  const { blocks, bavail, bsize } = statfsSync(folder);
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

function listedShape([name, { type, length }]: readonly [string, BufferShape]): Listed {
  return { name, type, bytes: length * bytesOf(type) };
}

// Mappings begin at multiples of a page, which has 64 KiB on some machines.
const pageBytes = 2 ** 16;

interface Placement {
  readonly file: File;
  readonly placed: readonly Placed[];
  /** Where the next array may lie. */
  readonly end: number;
}

function place(files: readonly File[], arrays: readonly Listed[]): Placement {
  const bytes = arrays.reduce((sum, each) => sum + each.bytes, 0);
  const file = files.find(({ freeBytes }) => freeBytes() >= bytes);
  if (!file) throw noRoom(bytes, files);
  let end = file.end;
  const placed = arrays.map((each) => {
    const offset = end;
    end += Math.ceil(each.bytes / pageBytes) * pageBytes;
    return { ...each, file: file.number, offset };
  });
  return { file, placed, end };
}

async function write(files: readonly File[], arrays: Arrays): Promise<Placement> {
  const placement = place(files, Object.entries(arrays).map(listed));
  const { file, placed } = placement;
  for (const { name, offset, bytes } of placed) {
    try {
      await writeArray(file.descriptor, offset, arrays[name]);
    } catch (error) {
      // Somebody else was quicker.
      throw error instanceof Error && 'code' in error && error.code === 'ENOSPC'
        ? noRoom(bytes, [file])
        : error;
    }
  }
  return placement;
}

function noRoom(bytes: number, among: readonly Place[]): GpuFault {
  const folders = among.map(({ folder }) => folder).join(' nor in ');
  const message = `${bytes} bytes for the Python program find no room in ${folders}: free some there`;
  return new GpuFault('out-of-memory', message);
}

async function lend(files: readonly File[], arrays: Arrays): Promise<readonly (Placed | Uniform)[]> {
  const uniform = Object.entries(arrays).flatMap(([name, array]) => {
    const word = wordOf(array);
    return word ? [{ ...listed([name, array]), word }] : [];
  });
  const names = new Set(uniform.map(({ name }) => name));
  const others = Object.fromEntries(Object.entries(arrays).filter(([name]) => !names.has(name)));
  return [...uniform, ...(await write(files, others)).placed];
}

interface Reading<Said> {
  readonly room: readonly Placed[];
  readonly said: Said;
  readonly memory: Memory | undefined;
}

async function readAll(
  files: readonly File[],
  { said, ...where }: Reading<readonly Listed[]>,
): Promise<Arrays> {
  const arrays: { [name: string]: NumberArray } = {};
  for (const each of said) arrays[each.name] = await read(files, { said: each, ...where });
  return arrays;
}

async function read(files: readonly File[], { room, said, memory }: Reading<Listed>): Promise<NumberArray> {
  const placed = room.find(({ name }) => name === said.name);
  const file = files.find(({ number }) => number === placed?.file);
  if (!placed || !file)
    throw new Error(`the Python program answers with "${said.name}", which nobody asked for`);
  return readArray(file.descriptor, placed.offset, { ...said, ...(memory ? { memory } : {}) });
}
