// Arrays in files: their bytes one behind the other, at some offset.
import { readSync, writeSync } from 'node:fs';
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

// What one call of the system takes at most.
const pieceBytes = 2 ** 30;

/** Writes an array, if there is one, at an offset in bytes. */
export function writeArray(descriptor: number, offset: number, array?: NumberArray): void {
  const bytes = bytesOfArray(array ?? new Uint8Array(0));
  for (let done = 0; done < bytes.length;)
    done += writeSync(descriptor, bytes, done, Math.min(pieceBytes, bytes.length - done), offset + done);
}

/** Finds memory for an array by its name and length in bytes. */
export type Memory = NonNullable<Given['memory']>;

/** Reads an array at an offset in bytes, into fresh memory unless some is found. Throws where the file ends before. */
export function readArray(
  descriptor: number,
  offset: number,
  { name, type, bytes, memory = fresh }: Listed & { readonly memory?: Memory },
): NumberArray {
  const array = view(type, memory(name, bytes));
  const target = bytesOfArray(array);
  for (let done = 0; done < bytes;) {
    const count = readSync(descriptor, target, done, Math.min(pieceBytes, bytes - done), offset + done);
    if (count === 0)
      throw new Error(
        `the memory that is shared with Python ends after ${done} of ${bytes} bytes of "${name}"`,
      );
    done += count;
  }
  return array;
}

const wordBytes = 4;

/** The four bytes that an array repeats from its beginning to its end; null where it does not. */
export function wordOf(array: NumberArray): readonly number[] | null {
  const bytes = bytesOfArray(array);
  if (bytes.length <= wordBytes) return null;
  // Each byte is the one four places before it.
  const isUniform = Buffer.compare(bytes.subarray(wordBytes), bytes.subarray(0, -wordBytes)) === 0;
  return isUniform ? [...bytes.subarray(0, wordBytes)] : null;
}

function bytesOfArray(array: NumberArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
