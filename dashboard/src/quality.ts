// The judge's own quality: packages/stats measures it, `bench publish` copies it, and nothing of it is drawn before it
// follows its schema.
import { InvalidDocument } from '@kernel-ladder/schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import qualitySchema from '../schemas/quality.schema.json' with { type: 'json' };

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

/** data/quality.json, as far as the page shows it. */
export interface Quality {
  readonly heldOut: readonly string[];
  readonly falseAlarms: readonly Outcome[];
  readonly power: readonly Outcome[];
  readonly delays: readonly {
    readonly effect: number;
    readonly medianCommits: number | null;
    readonly p90Commits: number | null;
  }[];
  readonly coverage: readonly { readonly effect: number; readonly after: number; readonly covered: Rate }[];
  readonly blocks: readonly {
    readonly effect: number;
    readonly sigma: number;
    readonly verdicts: Readonly<Record<string, Rate>>;
    readonly meanBlocks: number | null;
  }[];
  readonly gate: readonly { readonly effect: number; readonly sigma: number; readonly suspected: Rate }[];
  readonly launches: readonly {
    readonly file: string;
    readonly judge: string;
    readonly effect: number;
    readonly after: number;
    readonly found: Rate;
  }[];
}

const ajv = new Ajv2020({ allowUnionTypes: true, strictTypes: false, strictRequired: false });
let validate: ValidateFunction<Quality> | undefined;

/** Checks the detector's quality benchmark; throws InvalidDocument with `file: /pointer: what`. */
export function parseQuality(file: string, value: unknown): Quality {
  // Only the judge's page needs it compiled.
  validate ??= ajv.compile<Quality>(qualitySchema);
  if (validate(value)) return value;
  const [error] = validate.errors ?? [];
  const what = error?.message ?? 'does not follow its schema';
  throw new InvalidDocument(`${file}: ${error?.instancePath || '/'}: ${what}`);
}
