// What a training is, from what somebody wished and what the device is good for.
import type { TrainingSettings, TrainWishes } from '@kernel-ladder/schema';
import type { StepSpec } from './graphs.ts';
import { checkConfig, defaultConfig } from './model/config.ts';

/** A million parameters and batches that fill a GPU; on a software adapter what a minute is enough for. */
const usual = {
  hardware: { layers: 5, width: 128, heads: 4, context: 128, batch: 128, steps: 1000, warmup: 50 },
  software: { layers: 1, width: 32, heads: 2, context: 32, batch: 4, steps: 20, warmup: 2 },
} as const;

const common = {
  head: defaultConfig.head,
  accumulate: 1,
  precision: 'f32',
  recompute: false,
  optimiser: 'adamw',
  weightDecay: 0.1,
  clip: 1,
  seed: 1,
} as const;

/** All settings; those that nobody named are the device's. Throws a RangeError where they do not fit. */
export function settingsOf(wishes: TrainWishes, isSoftware: boolean): TrainingSettings {
  const { layers, width, heads, context, head, optimiser, weightDecay, clip, ...others } = {
    ...common,
    ...usual[isSoftware ? 'software' : 'hardware'],
    ...wishes,
  };
  const { batch, accumulate, precision, recompute, steps, seed } = others;
  const { vocabulary } = defaultConfig;
  return {
    model: checkConfig({ layers, width, heads, context, vocabulary, head }),
    batch,
    accumulate,
    precision,
    recompute,
    optimiser: { name: optimiser, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, weightDecay },
    clip: clip === 0 ? null : clip,
    schedule: {
      rate: wishes.rate ?? (optimiser === 'sgd' ? 0.1 : 2e-3),
      warmup: Math.min(others.warmup, steps),
      steps,
      floor: 0.1,
    },
    seed,
  };
}

/** What kernels depend on. */
export function specOf(settings: TrainingSettings): StepSpec {
  const { model, batch, accumulate, precision, recompute, optimiser, clip } = settings;
  const products = precision === 'mixed' ? 'f16' : 'f32';
  return { model, batch, accumulate, products, recompute, optimiser, clip };
}

/** The names of wishes that are others than what settings have: none where a training with these settings is what is wished for. */
export function contradictions(wishes: TrainWishes, settings: TrainingSettings): readonly string[] {
  const { model, optimiser, schedule, ...rest } = settings;
  const found: Required<TrainWishes> = {
    ...model,
    ...rest,
    ...schedule,
    optimiser: optimiser.name,
    weightDecay: optimiser.weightDecay,
    clip: settings.clip ?? 0,
  };
  const names = Object.keys(wishes) as (keyof TrainWishes)[]; // Of a plain object.
  return names.filter((name) => wishes[name] !== undefined && wishes[name] !== found[name]);
}
