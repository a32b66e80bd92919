// Arrays in files: their bytes one behind the other, at some offset.
import { read, write } from 'node:fs';
import { promisify } from 'node:util';
import { typeOfArray, view } from '@kernel-ladder/harness';
import type { Given, NumberArray, ScalarType } from '@kernel-ladder/harness';

/** An array by its name, type and length in bytes. */
export interface Listed {
  readonly name: string;
  readonly type: ScalarType;
  readonly bytes: number;
}

/** What there is to say of an array. */
export function listed([name, array]: readonly [string, NumberArray]): Listed {
  return { name, type: typeOfArray(array), bytes: array.byteLength };
}

const fresh: Memory = (_, bytes) => new ArrayBuffer(bytes);

// Four calls of the system go on at a time, as many as Node has threads for them.
const abreast = 4;
const pieceBytes = 2 ** 23;
const [writePiece, readPiece] = [promisify(write), promisify(read)];

/** Writes an array, if there is one, at an offset in bytes. */
export async function writeArray(descriptor: number, offset: number, array?: NumberArray): Promise<void> {
  const bytes = bytesOfArray(array ?? new Uint8Array(0));
  await inPieces(bytes.length, async (from, length) => {
    const { bytesWritten } = await writePiece(descriptor, bytes, from, length, offset + from);
    return bytesWritten;
  });
}

/** Finds memory for an array by its name and length in bytes. */
export type Memory = NonNullable<Given['memory']>;

/** Reads an array at an offset in bytes, into fresh memory unless some is found. Throws where the file ends before. */
export async function readArray(
  descriptor: number,
  offset: number,
  { name, type, bytes, memory = fresh }: Listed & { readonly memory?: Memory },
): Promise<NumberArray> {
  const array = view(type, memory(name, bytes));
  const target = bytesOfArray(array);
  await inPieces(bytes, async (from, length) => {
    const { bytesRead } = await readPiece(descriptor, target, from, length, offset + from);
    if (bytesRead === 0)
      throw new Error(
        `the memory that is shared with Python ends after ${from} of ${bytes} bytes of "${name}"`,
      );
    return bytesRead;
  });
  return array;
}

// Moves all of so many bytes, some pieces at a time; `move` says how many of a piece it has moved. What goes on is waited for where another piece fails.
async function inPieces(
  bytes: number,
  move: (from: number, length: number) => Promise<number>,
): Promise<void> {
  let next = 0;
  const mover = async () => {
    while (next < bytes) {
      const from = next;
      next = Math.min(bytes, from + pieceBytes);
      for (let done = from, to = next; done < to;) done += await move(done, to - done);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: abreast }, mover));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}

const wordBytes = 4;

const words = new WeakMap<NumberArray, readonly number[] | null>();

/** The four bytes that an array repeats from its beginning to its end; null where it does not. Nobody writes in it from then on. */
export function wordOf(array: NumberArray): readonly number[] | null {
  const known = words.get(array);
  if (known !== undefined) return known;
  const word = lookForWord(array);
  words.set(array, word);
  return word;
}

function lookForWord(array: NumberArray): readonly number[] | null {
  const bytes = bytesOfArray(array);
  if (bytes.length <= wordBytes) return null;
  // Each byte is the one four places before it.
  const isUniform = Buffer.compare(bytes.subarray(wordBytes), bytes.subarray(0, -wordBytes)) === 0;
  return isUniform ? [...bytes.subarray(0, wordBytes)] : null;
}

function bytesOfArray(array: NumberArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
