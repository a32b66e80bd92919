// What a language model learns from: bytes, and an order of them that a seed and a step's number say.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRandom, seedOf } from '@kernel-ladder/harness';
import type { Batch } from './engine/engine.ts';

/** Bytes to learn from and bytes that are held out, with the hash of both together. */
export interface Corpus {
  readonly name: string;
  readonly sha256: string;
  readonly training: Uint8Array;
  readonly heldOut: Uint8Array;
}

const heldOutShare = 0.1;

/** A text as a corpus; its last tenth is held out. */
export function corpusOf(name: string, text: Uint8Array): Corpus {
  const cut = Math.floor(text.length * (1 - heldOutShare));
  return { name, sha256: sha256Of(text), training: text.subarray(0, cut), heldOut: text.subarray(cut) };
}

/** The repository's own text at one commit (scripts/snapshot.ts made it). Throws where it is not what its hash says. */
export function snapshot(): Corpus {
  const folder = new URL('../data/', import.meta.url);
  const text = readFileSync(new URL('snapshot.txt', folder));
  // Written by scripts/snapshot.ts alone.
  const about = JSON.parse(readFileSync(new URL('snapshot.json', folder), 'utf8')) as {
    readonly commit: string;
    readonly sha256: string;
  };
  const corpus = corpusOf(`kernel-ladder ${about.commit.slice(0, 8)}`, text);
  if (corpus.sha256 !== about.sha256)
    throw new Error(
      `data/snapshot.txt has the hash ${corpus.sha256}, data/snapshot.json says ${about.sha256}`,
    );
  return corpus;
}

/** What is drawn for a step. */
export interface Draw {
  readonly seed: number;
  /** From 0. */
  readonly step: number;
  readonly batch: number;
  readonly context: number;
  /** Batches in a step; 1 when left out. */
  readonly accumulate?: number;
}

/** Where the sequences of a step begin, all its batches one behind the other. Throws a RangeError where the bytes are too few. */
export function offsetsOf(
  bytes: Uint8Array,
  { seed, step, batch, context, accumulate = 1 }: Draw,
): Int32Array<ArrayBuffer> {
  const last = bytes.length - context - 1;
  if (last < 0)
    throw new RangeError(`${bytes.length} bytes are no sequence of ${context} and what follows it`);
  const random = createRandom(seedOf(`step ${step}`, seed));
  return new Int32Array(batch * accumulate).map(() => random.integer(0, last));
}

/** The batches of a step. */
export function batchesOf(bytes: Uint8Array, draw: Draw): readonly Batch[] {
  const offsets = offsetsOf(bytes, draw);
  return Array.from({ length: draw.accumulate ?? 1 }, (_, index) =>
    batchAt(bytes, offsets.subarray(index * draw.batch, (index + 1) * draw.batch), draw.context),
  );
}

function batchAt(bytes: Uint8Array, offsets: Int32Array, context: number): Batch {
  const tokens = new Int32Array(offsets.length * context);
  const targets = new Int32Array(offsets.length * context);
  for (const [row, offset] of offsets.entries()) {
    tokens.set(bytes.subarray(offset, offset + context), row * context);
    targets.set(bytes.subarray(offset + 1, offset + context + 1), row * context);
  }
  return { tokens, targets };
}

/** The SHA-256 of bytes, in hexadecimal digits. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
