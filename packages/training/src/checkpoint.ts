// Where a training is, in a file: a line of JSON that says what it is, then the vectors, little-endian f32. A file appears whole or not
// at all, and one that was cut short or changed is refused by its hash, which is of the line and the vectors.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TrainingSettings, TrainWishes } from '@kernel-ladder/schema';
import type { Vectors } from './engine/engine.ts';
import { contradictions } from './settings.ts';
import type { Progress } from './train.ts';

/** A training, stopped between two steps. */
export interface Checkpoint {
  readonly settings: TrainingSettings;
  /** The hash of the text. */
  readonly text: string;
  readonly progress: Progress;
  /** Of all steps so far. */
  readonly losses: readonly number[];
  readonly vectors: Vectors;
}

interface Header extends Omit<Checkpoint, 'vectors'> {
  readonly format: typeof format;
  /** Elements of the parameters and of each moment, in order. */
  readonly lengths: readonly number[];
  /** Of the rest of this line and the bytes behind it. */
  readonly sha256: string;
}

const format = 'kernel-ladder training 2';

function hashOf(header: Omit<Header, 'sha256'>, payload: Uint8Array): string {
  return createHash('sha256').update(JSON.stringify(header)).update(payload).digest('hex');
}

/** Writes a checkpoint. */
export function writeCheckpoint(file: string, { vectors, ...rest }: Checkpoint): void {
  const arrays = [vectors.parameters, ...vectors.moments];
  const payload = Buffer.concat(
    arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
  const lengths = arrays.map(({ length }) => length);
  const about = { format, ...rest, lengths } as const;
  const header: Header = { ...about, sha256: hashOf(about, payload) };
  mkdirSync(dirname(file), { recursive: true });
  const beside = `${file}.${process.pid}.part`;
  writeFileSync(beside, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), payload]));
  renameSync(beside, file);
}

/** Reads a checkpoint. Throws a RangeError that says what is wrong with the file. */
export function readCheckpoint(file: string): Checkpoint {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new RangeError(`there is no checkpoint ${file}`);
  const bytes = readFileSync(file);
  const end = bytes.indexOf('\n');
  const { sha256, ...about } = headerOf(file, bytes.subarray(0, Math.max(end, 0)));
  const payload = bytes.subarray(end + 1);
  if (hashOf(about, payload) !== sha256)
    throw new RangeError(`${file} is damaged: it is not what was written, with ${payload.length} bytes`);
  const { lengths, settings, text, progress, losses } = about;
  let at = 0;
  const [parameters = new Float32Array(), ...moments] = lengths.map((length) => {
    // A copy, because numbers begin at multiples of four.
    const array = new Float32Array(
      payload.buffer.slice(payload.byteOffset + at, payload.byteOffset + at + 4 * length),
    );
    at += 4 * length;
    return array;
  });
  return { settings, text, progress, losses, vectors: { parameters, moments } };
}

function headerOf(file: string, line: Uint8Array): Header {
  try {
    const header: unknown = JSON.parse(Buffer.from(line).toString());
    if (typeof header === 'object' && header !== null && 'format' in header && header.format === format)
      return header as Header; // Written by `writeCheckpoint`; the hash holds the rest.
  } catch {
    // Not JSON: said below.
  }
  throw new RangeError(`${file} is no checkpoint of a training`);
}

/** Throws a RangeError unless a training as it is wished for may go on from a checkpoint, on the same text. */
export function refuseOthers(
  file: string,
  { settings, text }: Checkpoint,
  wished: { readonly wishes: TrainWishes; readonly text: string },
): void {
  const names = contradictions(wished.wishes, settings);
  if (names.length > 0)
    throw new RangeError(
      `${file} is of a training with another ${names.join(', ')}: leave that out to go on`,
    );
  if (text !== wished.text) throw new RangeError(`${file} is of a training on another text, ${text}`);
}
