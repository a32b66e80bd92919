// All parameters in one vector, and their gradients and moments in vectors like it: one kernel updates them all, one fold finds the
// norm, and a checkpoint is a few arrays. A program reads and writes each parameter as a range of its vector.
import { countOf } from '@kernel-ladder/fusion';
import { firstValues, parametersOf } from './config.ts';
import type { ModelConfig, Parameter } from './config.ts';

/** Where one parameter lies, in elements. */
export interface Place extends Parameter {
  readonly offset: number;
  readonly length: number;
}

/** The vector of a model's parameters. */
export interface Packing {
  readonly places: readonly Place[];
  /** Elements, zeros between parameters and behind the last included. */
  readonly length: number;
}

// Ranges of a buffer begin at multiples of 256 bytes (minStorageBufferOffsetAlignment is never more).
const alignment = 64;
// So that a fold of all goes in equal parts.
const whole = 1024;

/** Where the parameters of a model lie. */
export function packingOf(config: ModelConfig): Packing {
  const places: Place[] = [];
  let offset = 0;
  for (const parameter of parametersOf(config)) {
    const length = countOf(parameter.shape);
    places.push({ ...parameter, offset, length });
    offset += Math.ceil(length / alignment) * alignment;
  }
  return { places, length: Math.ceil(offset / whole) * whole };
}

/** The first parameters of a model, by a seed. */
export function firstVector({ places, length }: Packing, seed: number): Float32Array<ArrayBuffer> {
  const vector = new Float32Array(length);
  for (const place of places) vector.set(firstValues(place, seed), place.offset);
  return vector;
}

/** 1 where weight decay pulls, 0 elsewhere. */
export function decayVector({ places, length }: Packing): Float32Array<ArrayBuffer> {
  const vector = new Float32Array(length);
  for (const { decays, offset, length: count } of places) if (decays) vector.fill(1, offset, offset + count);
  return vector;
}

/** The parameters in a vector, by their names. */
export function unpacked(
  { places }: Packing,
  vector: Float32Array,
): { readonly [name: string]: Float32Array } {
  return Object.fromEntries(
    places.map(({ name, offset, length }) => [name, vector.subarray(offset, offset + length)]),
  );
}
