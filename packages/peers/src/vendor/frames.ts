// Frames on the pipes to the Python program: a line of JSON, then the bytes of the arrays that it lists. Its side is channel.py.
import type { Readable, Writable } from 'node:stream';
import { allocate, bytesOf, typeOfArray } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, ScalarType } from '@kernel-ladder/harness';

/** What an answer says of itself, and the arrays behind it. */
export interface Frame {
  readonly header: { readonly [key: string]: unknown };
  readonly arrays: Arrays;
}

/** Hands a request to the pipe, which may take a while to carry it; arrays are read until the answer is there. */
export function writeFrame(sink: Writable, header: object, arrays: Arrays): void {
  const listed = Object.entries(arrays).map(([name, array]) => ({
    name,
    type: typeOfArray(array),
    bytes: array.byteLength,
  }));
  sink.write(`${JSON.stringify({ ...header, arrays: listed })}\n`);
  for (const array of Object.values(arrays)) if (array.byteLength > 0) sink.write(bytesOfArray(array));
}

/** Reads frames one after another; throws once the pipe is closed. */
export function frameReader(source: Readable): () => Promise<Frame> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);
  const more = async (): Promise<Uint8Array> => {
    const { value, done } = await chunks.next();
    if (done) throw new Error('the Python process closed its pipe');
    return value;
  };
  const line = async (): Promise<string> => {
    let read = rest;
    while (!read.includes(newline)) read = Buffer.concat([read, await more()]);
    const end = read.indexOf(newline);
    rest = read.subarray(end + 1);
    return new TextDecoder().decode(read.subarray(0, end));
  };
  const fill = async (target: Uint8Array): Promise<void> => {
    for (let done = 0; done < target.length;) {
      if (rest.length === 0) rest = await more();
      const piece = rest.subarray(0, target.length - done);
      target.set(piece, done);
      rest = rest.subarray(piece.length);
      done += piece.length;
    }
  };
  return async () => {
    const { arrays: listed = [], ...header }: Listed = JSON.parse(await line());
    const arrays: { [name: string]: NumberArray } = {};
    for (const { name, type, bytes } of listed) {
      const array = allocate(type, bytes / bytesOf(type));
      await fill(bytesOfArray(array));
      arrays[name] = array;
    }
    return { header, arrays };
  };
}

interface Listed {
  readonly [key: string]: unknown;
  readonly arrays?: readonly { readonly name: string; readonly type: ScalarType; readonly bytes: number }[];
}

const newline = 10;

function bytesOfArray(array: NumberArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
