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

/** What the other end wrote is no frame, or one of more bytes than it was asked for. */
export class BrokenFrame extends Error {}

/**
 * Reads frames one after another, each with arrays of `mostBytes` together at most. Throws a BrokenFrame before memory is
 * taken for what was not asked for, and another error once the pipe is closed.
 */
export function frameReader(source: Readable): (mostBytes: number) => Promise<Frame> {
  const pipe = bytesFrom(source);
  return async (mostBytes) => {
    const { listed, header } = parseHeader(await pipe.line());
    const bytes = listed.reduce((sum, each) => sum + each.bytes, 0);
    if (bytes > mostBytes)
      throw new BrokenFrame(`the answer announces ${bytes} bytes, at most ${mostBytes} were asked for`);
    const arrays: { [name: string]: NumberArray } = {};
    for (const { name, type, bytes: length } of listed) {
      const array = allocate(type, length / bytesOf(type));
      await pipe.fill(bytesOfArray(array));
      arrays[name] = array;
    }
    return { header, arrays };
  };
}

const newline = 10;
// A traceback, and the names of a few arrays.
const longestLine = 2 ** 20;

function bytesFrom(source: Readable) {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);
  const more = async (): Promise<Uint8Array> => {
    const { value, done } = await chunks.next();
    if (done) throw new Error('the Python process closed its pipe');
    return value;
  };
  const line = async (): Promise<string> => {
    let read = rest;
    while (!read.includes(newline)) {
      if (read.length > longestLine) throw new BrokenFrame(`no header within ${read.length} bytes`);
      read = Buffer.concat([read, await more()]);
    }
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
  return { line, fill };
}

interface Listed {
  readonly name: string;
  readonly type: ScalarType;
  readonly bytes: number;
}

function parseHeader(line: string): { readonly listed: readonly Listed[]; readonly header: Frame['header'] } {
  const said = parsed(line);
  if (typeof said !== 'object' || said === null) throw noHeader(line);
  const { arrays = [], ...header } = said as { readonly [key: string]: unknown };
  if (!Array.isArray(arrays) || !arrays.every(isListed)) throw noHeader(line);
  return { listed: arrays, header };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw noHeader(line);
  }
}

function noHeader(line: string): BrokenFrame {
  return new BrokenFrame(`the Python program wrote what is no header: ${JSON.stringify(line.slice(0, 200))}`);
}

const types: readonly unknown[] = ['f32', 'f16', 'i32', 'u32', 'i8', 'u8'] satisfies readonly ScalarType[];

function isListed(value: unknown): value is Listed {
  if (typeof value !== 'object' || value === null) return false;
  const { name, type, bytes } = value as Partial<Listed>;
  if (typeof name !== 'string' || !types.includes(type) || type === undefined) return false;
  return typeof bytes === 'number' && bytes >= 0 && Number.isInteger(bytes / bytesOf(type));
}

function bytesOfArray(array: NumberArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
