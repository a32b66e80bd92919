// The judge's own quality: packages/stats measures it, `bench publish` copies it, and nothing of it is drawn before it
// follows its schema.
import { InvalidDocument } from '@kernel-ladder/schema';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { validatorOf } from './validators.ts';

/** `hits` of `trials` with Wilson's 95 % interval; shares are 0 to 1. */
export interface Rate {
  readonly hits: number;
  readonly trials: number;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** One detector's record on one kind of series. */
export interface Outcome {
  readonly family: string;
  readonly points: number;
  readonly shape: string;
  readonly effect: number;
  readonly after: number;
  readonly detector: string;
  readonly found: Rate;
}

interface Step {
  readonly effect: number;
  readonly after: number;
}

interface Delay {
  readonly effect: number;
  readonly medianCommits: number | null;
  readonly p90Commits: number | null;
}

interface Blocks<R> {
  readonly effect: number;
  readonly sigma: number;
  readonly verdicts: Readonly<Record<string, R>>;
  readonly meanBlocks: number | null;
}

interface Launches<R> extends Step {
  readonly file: string;
  readonly judge: string;
  readonly found: R;
}

interface Gate<R> {
  readonly effect: number;
  readonly sigma: number;
  readonly suspected: R;
}

/** data/quality.json, as far as the page shows it, a row a detector. */
export interface Quality {
  readonly heldOut: readonly string[];
  readonly falseAlarms: readonly Outcome[];
  readonly power: readonly Outcome[];
  readonly delays: readonly Delay[];
  readonly coverage: readonly (Step & { readonly covered: Rate })[];
  readonly blocks: readonly Blocks<Rate>[];
  readonly gate: readonly Gate<Rate>[];
  readonly launches: readonly Launches<Rate>[];
}

type RateTuple = readonly [hits: number, trials: number, low: number, high: number];

type Cell = Omit<Outcome, 'detector' | 'found'> & { readonly found: readonly RateTuple[] };

/** As the file has it: a line a cell, the detectors side by side. */
interface QualityFile {
  readonly heldOut: readonly string[];
  readonly detectors: readonly string[];
  readonly falseAlarms: readonly Cell[];
  readonly power: readonly Cell[];
  readonly delays: readonly Delay[];
  readonly coverage: readonly (Step & { readonly covered: RateTuple })[];
  readonly blocks: readonly Blocks<RateTuple>[];
  readonly gate: readonly Gate<RateTuple>[];
  readonly launches: readonly Launches<RateTuple>[];
}

let validate: ValidateFunction<QualityFile> | undefined;

/** Checks the detector's quality benchmark; throws InvalidDocument with `file: /pointer: what`. */
export function parseQuality(file: string, value: unknown): Quality {
  validate ??= validatorOf<QualityFile>('quality.schema.json');
  if (validate(value)) return unpack(value);
  const [error] = validate.errors ?? [];
  const what = error?.message ?? 'does not follow its schema';
  throw new InvalidDocument(`${file}: ${error?.instancePath || '/'}: ${what}`);
}

function unpack({ detectors, heldOut, delays, ...file }: QualityFile): Quality {
  const outcomes = (cells: readonly Cell[]) =>
    cells.flatMap(({ family, points, shape, effect, after, found }) =>
      detectors.flatMap((detector, at) => {
        const tuple = found[at];
        return tuple ? [{ family, points, shape, effect, after, detector, found: rateOf(tuple) }] : [];
      }),
    );
  return {
    heldOut,
    delays,
    falseAlarms: outcomes(file.falseAlarms),
    power: outcomes(file.power),
    coverage: file.coverage.map((row) => ({ ...row, covered: rateOf(row.covered) })),
    blocks: file.blocks.map((row) => ({ ...row, verdicts: mapRates(row.verdicts) })),
    gate: file.gate.map((row) => ({ ...row, suspected: rateOf(row.suspected) })),
    launches: file.launches.map((row) => ({ ...row, found: rateOf(row.found) })),
  };
}

function mapRates(rates: Readonly<Record<string, RateTuple>>): Readonly<Record<string, Rate>> {
  return Object.fromEntries(Object.entries(rates).map(([name, tuple]) => [name, rateOf(tuple)]));
}

// Four decimals, as the limits have.
function rateOf([hits, trials, low, high]: RateTuple): Rate {
  return { hits, trials, rate: Math.round((hits / trials) * 1e4) / 1e4, low, high };
}
