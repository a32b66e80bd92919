// How long the suites themselves take on a machine: a line a quantity over the whole runs of each suite, with its levels and changes.
import { speedQuantities } from '@kernel-ladder/schema';
import type {
  SiteRun,
  SiteSpeed,
  SpeedChange,
  SpeedLevel,
  SpeedNewest,
  SpeedQuantity,
  SpeedRun,
  SpeedSeries,
  SuiteSpeed,
} from '@kernel-ladder/schema';

import { formatEffect, formatEffects, shortCommit } from '../format.ts';
import { formatMs } from './spans.ts';

/** One quantity of a suite over its whole runs. */
export interface SpeedLine {
  readonly quantity: SpeedQuantity;
  readonly name: string;
  readonly unit: 'ms' | '%';
  /** A value a run, in commit order and in the unit; null where there is nothing above 0. */
  readonly values: readonly (number | null)[];
  /** In the unit; runs are places among those of the suite. */
  readonly levels: readonly SpeedLevel[];
  readonly changes: readonly SpeedChange[];
  /** The newest run against the level before it, which is no verdict; null without an earlier run. */
  readonly newest: SpeedNewest | null;
}

/** A suite with its lines. */
export interface SpeedLines {
  /** The suite, whether peers run in it, and on how many processors. */
  readonly label: string;
  readonly runs: readonly SiteRun[];
  readonly lines: readonly SpeedLine[];
}

const looks: {
  readonly [Quantity in SpeedQuantity]: Pick<SpeedLine, 'name' | 'unit'> & { readonly scale: number };
} = {
  wallMs: { name: 'Wall time', unit: 'ms', scale: 1 },
  wallMsPerId: { name: 'Wall time of one id', unit: 'ms', scale: 1 },
  hostShare: { name: 'Share of it without work for the device', unit: '%', scale: 100 },
};

/** The suites of a machine, that of the newest run first. */
export function speedLinesOf({ suites }: SiteSpeed): readonly SpeedLines[] {
  return suites
    .toSorted((a, b) => newestStart(b).localeCompare(newestStart(a)))
    .map((suite) => ({
      label: labelOf(suite),
      runs: suite.runs.map(({ run }) => run),
      lines: suite.series.map((series) => lineOf(series, suite.runs)),
    }));
}

/** A value in words; a dash where there is none. */
export function speedText({ unit, values }: SpeedLine, at: number): string {
  const value = values[at] ?? null;
  if (value === null) return '—';
  return unit === 'ms' ? formatMs(value) : `${value.toFixed(0)}\u202f%`;
}

/** What is judged of a suite, a sentence each: changes of level, and the newest run where it is suspected. */
export function speedVerdicts({ lines, runs }: SpeedLines): readonly string[] {
  const commitAt = (place: number) => shortCommit(runs[place]?.commit.sha ?? '');
  return lines.flatMap(({ name, changes, newest }) => [
    ...changes.map(({ direction, effect, ciLow, ciHigh, after }) => {
      const interval = `95 % ${formatEffects(ciLow, ciHigh)}`;
      return `${name} ${direction}: ${formatEffect(effect)} (${interval}) at ${commitAt(after)}.`;
    }),
    ...(newest?.isSuspect
      ? [`${name} of the newest run is suspected: ${formatEffect(newest.effect)}. That is no verdict.`]
      : []),
  ]);
}

function newestStart({ runs }: SuiteSpeed): string {
  return runs.at(-1)?.run.startedAt ?? '';
}

function labelOf({ suite, peers, processors }: SuiteSpeed): string {
  const host =
    processors === null ? '' : ` on ${processors} ${processors === 1 ? 'processor' : 'processors'}`;
  return `${suite}${peers ? ' with peers' : ''}${host}`;
}

function lineOf({ quantity, levels, changes, newest }: SpeedSeries, runs: readonly SpeedRun[]): SpeedLine {
  const { name, unit, scale } = looks[quantity];
  const valueOf = speedQuantities[quantity];
  return {
    quantity,
    name,
    unit,
    values: runs.map((run) => (valueOf(run) > 0 ? scale * valueOf(run) : null)),
    levels: levels.map((one) => ({ ...one, level: scale * one.level })),
    changes,
    newest,
  };
}
