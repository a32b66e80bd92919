// What `bench train` may be told, and the wishes that it makes of that.
import type { TrainWishes } from '@kernel-ladder/schema';
import { unknown } from '../failure.ts';
import { adapterFlags, integerOf, numberOf, textOf } from '../flags.ts';
import type { FlagTable, Given } from '../flags.ts';
import { waitFlag } from '../run/locks.ts';
import { namedSeed } from '../run/seed.ts';

/** The flags of `bench train`. */
export const trainFlags: FlagTable = {
  layers: { value: 'N', help: 'blocks of the transformer (5; in software 1)' },
  width: { value: 'N', help: 'features of a token (128; in software 32)' },
  heads: { value: 'N', help: 'attention heads, which share the width (4; in software 2)' },
  context: { value: 'N', help: 'bytes that the model sees at most (128; in software 32)' },
  head: { value: 'KIND', help: 'tied (the table of embeddings gives the logits) or separate (default tied)' },
  batch: { value: 'N', help: 'sequences in a pass through the model (128; in software 4)' },
  accumulate: { value: 'N', help: 'passes whose gradients are added up for one update (default 1)' },
  steps: { value: 'N', help: 'steps that the learning rate is planned for (1000; in software 20)' },
  seconds: { value: 'S', help: 'begin no step after so many seconds; --resume goes on from there' },
  seed: { value: 'N', help: 'seed of the first parameters and of the order of the text (default 1)' },
  lr: { value: 'R', help: 'the largest learning rate (default 0.002, of sgd 0.1)' },
  warmup: { value: 'N', help: 'steps on the way up to it (50; in software 2)' },
  optimiser: { value: 'NAME', help: 'sgd, adam or adamw (default adamw)' },
  'weight-decay': { value: 'R', help: 'pull of matrices towards 0 (default 0.1)' },
  clip: { value: 'R', help: 'the longest that a gradient may be, 0 for any (default 1)' },
  precision: { value: 'KIND', help: 'f32, or mixed: products of f16 and a scaled loss (default f32)' },
  recompute: { help: 'keep only what goes from block to block: less memory, more work' },
  out: { value: 'FILE', help: 'the result (default results/train/…); checkpoint and trace lie beside it' },
  resume: { value: 'FILE', help: 'go on from a checkpoint, with its settings' },
  'checkpoint-every': {
    value: 'N',
    help: 'steps from one checkpoint to the next; only behind the last unless given',
  },
  profile: { help: 'time every kernel of some steps: a table, and a trace for ui.perfetto.dev' },
  generate: { value: 'TEXT', help: 'go on with TEXT when training is over' },
  bytes: { value: 'N', help: 'how many bytes to generate (default 200)' },
  reference: {
    value: 'DIR',
    help: 'write what PyTorch needs to train the same: packages/training/python/reference.py',
  },
  timeout: { value: 'S', help: 'seconds without a word after which the process is ended (default 300)' },
  wait: waitFlag,
  json: { help: 'the result on stdout' },
  quiet: { help: 'no progress, no tables' },
  ...adapterFlags,
};

/** The settings that somebody named. */
export function wishesOf(given: Given): TrainWishes {
  const whole = (name: string) => integerOf(given, name, { least: 1, most: 2 ** 24 });
  return defined({
    layers: whole('layers'),
    width: whole('width'),
    heads: whole('heads'),
    context: whole('context'),
    head: oneOf(given, 'head', ['tied', 'separate']),
    batch: whole('batch'),
    accumulate: whole('accumulate'),
    steps: whole('steps'),
    seed: namedSeed(given) ?? undefined,
    rate: positiveOf(given, 'lr'),
    warmup: integerOf(given, 'warmup', { least: 0 }),
    optimiser: oneOf(given, 'optimiser', ['sgd', 'adam', 'adamw']),
    weightDecay: numberOf(given, 'weight-decay', 0),
    clip: numberOf(given, 'clip', 0),
    precision: oneOf(given, 'precision', ['f32', 'mixed']),
    recompute: given.flags['recompute'] === true ? true : undefined,
  });
}

type Defined<Of> = { readonly [Name in keyof Of]?: Exclude<Of[Name], undefined> };

function defined<Of extends object>(values: Of): Defined<Of> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<Of>; // The same names, less those without a value.
}

function oneOf<const Names extends readonly string[]>(
  given: Given,
  flag: string,
  names: Names,
): Names[number] | undefined {
  const text = textOf(given, flag);
  const found = names.find((name) => name === text);
  if (text !== undefined && found === undefined) throw unknown(`--${flag}`, text, names);
  return found;
}

function positiveOf(given: Given, flag: string): number | undefined {
  return numberOf(given, flag, Number.MIN_VALUE);
}
