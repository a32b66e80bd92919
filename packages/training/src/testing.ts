// A language model small enough for tests, and engines of it.
import type { TrainingSettings } from '@kernel-ladder/schema';
import { corpusOf } from './data.ts';
import type { Vectors } from './engine/engine.ts';
import { firstVector, packingOf } from './model/pack.ts';
import { optimisers } from './optimisers.ts';
import { settingsOf } from './settings.ts';

/** One layer over bytes, eight of which it sees. */
export const tiny: TrainingSettings = settingsOf(
  { layers: 1, width: 16, heads: 2, context: 8, batch: 2, steps: 6, warmup: 2, rate: 0.01, seed: 3 },
  true,
);

/** A text with something to learn in it. */
export const verse = corpusOf(
  'a verse',
  Buffer.from('the quick brown fox jumps over the lazy dog; '.repeat(8)),
);

/** What a training begins with. */
export function firstVectors({ model, optimiser, seed }: TrainingSettings): Vectors {
  const packing = packingOf(model);
  const { moments } = optimisers[optimiser.name];
  return {
    parameters: firstVector(packing, seed),
    moments: Array.from({ length: moments }, () => new Float32Array(packing.length)),
  };
}

/** The largest distance between two vectors. */
export function apart(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let most = one.length === other.length ? 0 : Infinity;
  for (let at = 0; at < one.length; at++) {
    const distance = Math.abs((one[at] ?? 0) - (other[at] ?? 0));
    if (!(distance <= most)) most = distance;
  }
  return most;
}
