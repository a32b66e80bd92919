// What another library needs to train the same: the first parameters, the text, where each sequence of each step begins, and the
// learning rate of each step. Nothing is left for it to draw, so that two loss curves differ by rounding alone.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Training, TrainingSettings } from '@kernel-ladder/schema';
import { offsetsOf } from './data.ts';
import type { Corpus } from './data.ts';
import { packingOf } from './model/pack.ts';
import type { Place } from './model/pack.ts';
import { rateAt } from './schedule.ts';

/** The training of a folder, as `training.json` in it says it; the other files are little-endian arrays. */
export interface Reference {
  readonly settings: TrainingSettings;
  readonly text: Training['text'];
  /** Where each parameter lies in `parameters.f32`, in elements. */
  readonly parameters: readonly Pick<Place, 'name' | 'shape' | 'decays' | 'offset' | 'length'>[];
  /** The learning rate of each step. */
  readonly rates: readonly number[];
}

/** How many draws of held-out text a training is judged by at its end, each as large as a step's. */
export const heldOutDraws = 4;

/** Writes `training.json`, `parameters.f32`, `text.u8`, `held-out.u8`, `offsets.i32` and `held-out-offsets.i32` into a folder. */
export function writeReference(
  folder: string,
  settings: TrainingSettings,
  { corpus, parameters }: { readonly corpus: Corpus; readonly parameters: Float32Array },
): void {
  const { schedule, model } = settings;
  const { places } = packingOf(model);
  const reference: Reference = {
    settings,
    text: textOf(corpus),
    parameters: places.map(({ name, shape, decays, offset, length }) => ({
      name,
      shape,
      decays,
      offset,
      length,
    })),
    rates: Array.from({ length: schedule.steps }, (_, step) => rateAt(schedule, step)),
  };
  mkdirSync(folder, { recursive: true });
  const write = (name: string, data: string | Uint8Array) => writeFileSync(join(folder, name), data);
  write('training.json', `${JSON.stringify(reference, null, 1)}\n`);
  write('parameters.f32', bytesOf(parameters));
  write('text.u8', corpus.training);
  write('held-out.u8', corpus.heldOut);
  write(
    'offsets.i32',
    offsetsFile(corpus.training, settings, { seed: settings.seed, count: schedule.steps }),
  );
  if (corpus.heldOut.length > model.context)
    write('held-out-offsets.i32', offsetsFile(corpus.heldOut, settings, { seed: 0, count: heldOutDraws }));
}

/** A corpus as results name it. */
export function textOf({ name, sha256, training, heldOut }: Corpus): Training['text'] {
  return { name, sha256, bytes: training.length + heldOut.length };
}

function offsetsFile(
  bytes: Uint8Array,
  { batch, accumulate, model }: TrainingSettings,
  { seed, count }: { readonly seed: number; readonly count: number },
): Uint8Array {
  const steps = Array.from({ length: count }, (_, step) =>
    bytesOf(offsetsOf(bytes, { seed, step, batch, accumulate, context: model.context })),
  );
  return Buffer.concat(steps);
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
