// Lines of JSON on the pipes to the Python program; arrays lie in files that both share. Its side is channel.py.
import type { Readable } from 'node:stream';
import { bytesOf } from '@kernel-ladder/harness';
import type { ScalarType } from '@kernel-ladder/harness';
import type { Listed } from './array-files.ts';

/** What an answer says of itself, and of the arrays that it has written. */
export interface Answer {
  readonly header: { readonly [key: string]: unknown };
  readonly listed: readonly Listed[];
}

/** The other end wrote what is no answer, none to this question, or one of more bytes than it was asked for. */
export class BrokenAnswer extends Error {}

/** Reads answers one after another. Throws a BrokenAnswer on what is none, and another error once the pipe is closed. */
export function answerReader(source: Readable): () => Promise<Answer> {
  const line = linesFrom(source);
  return async () => parseAnswer(await line());
}

const newline = 10;
// A traceback, and the names of a few arrays.
const longestLine = 2 ** 20;

function linesFrom(source: Readable): () => Promise<string> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);
  return async () => {
    let read = rest;
    while (!read.includes(newline)) {
      if (read.length > longestLine) throw new BrokenAnswer(`no header within ${read.length} bytes`);
      const { value, done } = await chunks.next();
      if (done) throw new Error('the Python process closed its pipe');
      read = Buffer.concat([read, value]);
    }
    const end = read.indexOf(newline);
    rest = read.subarray(end + 1);
    return new TextDecoder().decode(read.subarray(0, end));
  };
}

function parseAnswer(line: string): Answer {
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

function noHeader(line: string): BrokenAnswer {
  return new BrokenAnswer(
    `the Python program wrote what is no header: ${JSON.stringify(line.slice(0, 200))}`,
  );
}

const types: readonly unknown[] = ['f32', 'f16', 'i32', 'u32', 'i8', 'u8'] satisfies readonly ScalarType[];

function isListed(value: unknown): value is Listed {
  if (typeof value !== 'object' || value === null) return false;
  const { name, type, bytes } = value as Partial<Listed>;
  if (typeof name !== 'string' || !types.includes(type) || type === undefined) return false;
  return typeof bytes === 'number' && bytes >= 0 && Number.isInteger(bytes / bytesOf(type));
}
