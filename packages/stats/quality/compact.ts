// quality.json as it is written: a line a cell of the benchmark, the detectors side by side, a rate as four numbers.
import type { Quality } from './document.ts';
import type { Outcome } from './trials.ts';
import type { Rate } from './wilson.ts';

/** `[hits, trials, low, high]`: the share is hits / trials, between Wilson's 95 % limits. */
export type RateTuple = readonly [hits: number, trials: number, low: number, high: number];

/** One cell; the lists follow `detectors` of the document. */
export interface CompactCell extends Omit<Outcome, 'detector' | 'found' | Numbers> {
  readonly found: readonly RateTuple[];
  readonly falsePerCommit: readonly number[];
  readonly exact: readonly (number | null)[];
  readonly meanError: readonly (number | null)[];
}

type Numbers = 'falsePerCommit' | 'exact' | 'meanError';

/** The document as text, one row a line: a change of one cell is a change of one line. */
export function toText(quality: Quality): string {
  const { falseAlarms, power, ...others } = quality;
  const detectors = [...new Set(falseAlarms.map(({ detector }) => detector))];
  const cells = (rows: readonly Outcome[]) => compactCells(rows, detectors);
  const document = { detectors, falseAlarms: cells(falseAlarms), power: cells(power) };
  const members = Object.entries({ ...others, ...document }).map(([name, value]) => {
    const isRows = Array.isArray(value) && typeof value[0] === 'object';
    if (!isRows) return `"${name}": ${JSON.stringify(value)}`;
    return `"${name}": [\n${value.map((row) => JSON.stringify(row, asTuple)).join(',\n')}\n]`;
  });
  return `{\n${members.join(',\n')}\n}\n`;
}

function compactCells(rows: readonly Outcome[], detectors: readonly string[]): readonly CompactCell[] {
  const cells = Map.groupBy(rows, ({ family, points, shape, effect, after }) =>
    JSON.stringify({ family, points, shape, effect, after }),
  );
  return [...cells].map(([key, own]) => {
    const ordered = detectors.map((name) => {
      const row = own.find(({ detector }) => detector === name);
      if (!row || own.length !== detectors.length) throw new Error(`${key}: not one row a detector`);
      return row;
    });
    return {
      // The key is the cell's own.
      ...(JSON.parse(key) as Pick<Outcome, 'family' | 'points' | 'shape' | 'effect' | 'after'>),
      found: ordered.map(({ found }) => tupleOf(found)),
      falsePerCommit: ordered.map(({ falsePerCommit }) => falsePerCommit),
      exact: ordered.map(({ exact }) => exact),
      meanError: ordered.map(({ meanError }) => meanError),
    };
  });
}

function tupleOf({ hits, trials, low, high }: Rate): RateTuple {
  return [hits, trials, low, high];
}

// Rates stand at any depth of the other rows.
function asTuple(_: string, value: unknown): unknown {
  return isRate(value) ? tupleOf(value) : value;
}

function isRate(value: unknown): value is Rate {
  return typeof value === 'object' && value !== null && 'hits' in value && 'trials' in value;
}
