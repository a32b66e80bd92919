// The site's files beside the series: checks, judgement and the judge's own quality. `bench publish` writes them, and
// nothing of them is drawn before it follows its schema.
import { InvalidDocument } from '@kernel-ladder/schema';
import type { Coverage, SiteRun } from '@kernel-ladder/schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import checksSchema from '../schemas/site-checks.schema.json' with { type: 'json' };
import judgementSchema from '../schemas/site-judgement.schema.json' with { type: 'json' };
import partsSchema from '../schemas/site-parts.schema.json' with { type: 'json' };
import qualitySchema from '../schemas/quality.schema.json' with { type: 'json' };

/** One variant's checks, from its newest run with edge cases. */
export interface VariantChecks {
  readonly variant: string;
  readonly run: SiteRun;
  readonly oracle: string | null;
  /** The largest of the run's timed cases; at most 1 where they passed. */
  readonly worstErrorOverTolerance: number | null;
  readonly coverage: readonly Coverage[];
}

/** data/checks/<machine key>/<family>.json. */
export interface SiteChecks {
  readonly machineKey: string;
  readonly family: string;
  /** Logical ranks share one device. */
  readonly simulated: boolean;
  readonly variants: readonly VariantChecks[];
}

/** One id's history; effects are new/old − 1 of the median time, sigma the standard deviation of its logarithm. */
export interface JudgedSeries {
  readonly id: string;
  readonly points: number;
  /** Below so many points no change can be found. */
  readonly fewestPoints: number;
  readonly sigma: number;
  /** A/A launches behind sigma; 0 where only the history itself tells. */
  readonly launches: number;
  /** `first` and `last` are places in the judgement's runs. */
  readonly segments: readonly { readonly first: number; readonly last: number; readonly levelNs: number }[];
  readonly drift: { readonly effect: number; readonly p: number } | null;
  readonly aboveBest: number | null;
}

/** One change of level; runs are places in the judgement's runs. */
export interface JudgedChange {
  readonly id: string;
  readonly direction: 'regressed' | 'improved';
  readonly before: number;
  readonly after: number;
  readonly earliest: number;
  readonly latest: number;
  readonly effect: number;
  readonly ciLow: number;
  readonly ciHigh: number;
  readonly p: number;
  readonly q: number;
  readonly sameKernelHash: boolean | null;
}

/** An id whose newest commit looks slower than its level. */
export interface Suspect {
  readonly id: string;
  readonly effect: number;
  readonly p: number;
  readonly q: number;
  readonly deltaMin: number;
}

/** data/judgement/<machine key>.json. */
export interface SiteJudgement {
  readonly machineKey: string;
  readonly runs: readonly SiteRun[];
  readonly series: readonly JudgedSeries[];
  readonly changes: readonly JudgedChange[];
  readonly newest: {
    readonly run: number;
    readonly judged: number;
    readonly suspects: readonly Suspect[];
  } | null;
}

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
    readonly detector: string;
    readonly effect: number;
    readonly after: number;
    readonly ids: number;
    readonly found: Rate;
  }[];
}

const ajv = new Ajv2020({
  schemas: [partsSchema, checksSchema, judgementSchema, qualitySchema],
  allowUnionTypes: true,
  strictTypes: false,
  strictRequired: false,
});

/** Checks a family's checks; throws InvalidDocument with `file: /pointer: what`. */
export const parseChecks = parser<SiteChecks>('site-checks.schema.json');
/** Checks a machine's judgement, and that it names only runs that it has. */
export function parseJudgement(file: string, value: unknown): SiteJudgement {
  const judgement = judgementShape(file, value);
  const places = judgement.changes.flatMap((one) => [one.before, one.after, one.earliest, one.latest]);
  const segments = judgement.series.flatMap((one) =>
    one.segments.flatMap(({ first, last }) => [first, last]),
  );
  const stray = [...places, ...segments, judgement.newest?.run ?? 0].find(
    (place) => place > 0 && place >= judgement.runs.length,
  );
  if (stray === undefined) return judgement;
  throw new InvalidDocument(`${file}: /runs: has ${judgement.runs.length} runs, and run ${stray} is named`);
}
/** Checks the detector's quality benchmark. */
export const parseQuality = parser<Quality>('quality.schema.json');

const judgementShape = parser<SiteJudgement>('site-judgement.schema.json');

function parser<T>(schema: string): (file: string, value: unknown) => T {
  return (file, value) => {
    const validate: ValidateFunction<T> | undefined = ajv.getSchema<T>(schema);
    if (!validate) throw new Error(`no schema ${schema}`);
    if (validate(value)) return value;
    const [error] = validate.errors ?? [];
    throw new InvalidDocument(
      `${file}: ${error?.instancePath || '/'}: ${error?.message ?? 'does not follow its schema'}`,
    );
  };
}
