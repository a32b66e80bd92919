// The ladder: how far each rung climbs at one case in the latest run, and why a rung is missing.
import type { MetricId, SiteFamily } from '@kernel-ladder/schema';
import { metricTable } from '@kernel-ladder/schema';
import { formatMetric, formatRange, formatSpeedup, isShare } from '../format.ts';
import type { Measure } from '../format.ts';
import { numbersOf } from './metric.ts';
import { ceilingOf } from './share.ts';
import type { Ceiling } from './share.ts';
import { peerNotes } from './peers.ts';
import type { PeerNote } from './peers.ts';
import { baselineDoubt, fastestOf, rungDoubt, rungsOf, seriesAt } from './rung.ts';
import type { Fastest, Rung } from './rung.ts';
import { stepsOf } from './steps.ts';
import type { Step } from './steps.ts';

/** One rung, or one row of a peer; lengths are shares of the track, 0 to 1. */
export type Bar =
  | {
      readonly status: 'passed';
      readonly variant: string;
      readonly place: number;
      /** Who ran; null for a rung of ours. */
      readonly peer: PeerNote | null;
      readonly length: number;
      /** A peer's that would reach beyond the track. */
      readonly isBeyond: boolean;
      readonly low: number;
      readonly high: number;
      readonly value: string;
      /** The quartiles; null where the metric is not of the median. */
      readonly spread: string | null;
      readonly speedup: string | null;
      /** How much faster it is than the rung before; null of the first rung and of peers. */
      readonly step: Step | null;
      /** The smallest median time, whatever the metric. */
      readonly fastest: Fastest | null;
      /** Why its time must not be compared; null where it may. */
      readonly doubt: string | null;
    }
  | {
      /** `unrated` passed and has no number in the metric that is shown: a CPU has no share of the device's roof. */
      readonly status: 'failed' | 'skipped' | 'unrated';
      readonly variant: string;
      readonly place: number;
      readonly peer: PeerNote | null;
      readonly reason: string;
    };

/** All bars of one case. */
export interface Ladder {
  readonly bars: readonly Bar[];
  /** Variants with a history at this case that the run left out. */
  readonly absent: readonly string[];
  /** What a full track stands for; a peer that takes longer than any rung fills it too. */
  readonly full: string;
  /** Where peers end that are within the track, as shares of it. */
  readonly references: readonly { readonly name: string; readonly at: number }[];
  /** Why the time that the speed-ups are over must not be compared; null where it may. */
  readonly baselineDoubt: string | null;
}

/** How the bars are read. */
export interface LadderView {
  readonly metric: MetricId;
  /** Variants that break on purpose: however fast, none of them is the fastest. */
  readonly breaking: ReadonlySet<string>;
  /** True on a software adapter, where no timing compares and the page says so once. */
  readonly software: boolean;
  /** Names the ceilings that shares are of; without it they stay bare. */
  readonly machine?: Ceiling;
}

// Nearer to its beginning a line is the track's own edge.
const leastReference = 0.01;

/** Turns the rungs of one run into bars. */
export function ladderOf(family: SiteFamily, caseName: string, run: number, view: LadderView): Ladder {
  const { metric, breaking, software, machine } = view;
  const measure = { metric, numbers: numbersOf(seriesAt(family, caseName)) };
  const rungs = rungsOf(family, caseName, run, metric);
  const full = fullTrack(rungs, metric);
  const fastest = fastestOf(rungs, breaking);
  const peers = peerNotes(family, rungs, breaking);
  const present = new Set(rungs.map((rung) => rung.series.variant));
  const all = seriesAt(family, caseName).map((series) => series.variant);
  const steps = stepsOf(rungs, breaking);
  const bars = rungs.map((rung) => barOf(rung, { full, fastest, peers, steps, measure, software, machine }));
  return {
    bars,
    references: bars.flatMap((bar) =>
      bar.status === 'passed' && bar.peer && !bar.isBeyond && bar.length >= leastReference
        ? [{ name: bar.peer.name, at: bar.length }]
        : [],
    ),
    absent: all.filter((variant) => !present.has(variant)),
    full: formatMetric(measure, full),
    baselineDoubt: software ? null : baselineDoubt(family, caseName, run),
  };
}

interface Context {
  readonly full: number;
  readonly fastest: ReadonlyMap<string, Fastest>;
  readonly peers: ReadonlyMap<string, PeerNote>;
  readonly steps: ReadonlyMap<string, Step>;
  readonly measure: Measure;
  readonly software: boolean;
  readonly machine: Ceiling | undefined;
}

function barOf(rung: Rung, context: Context): Bar {
  const { full, fastest, peers, measure, software, machine } = context;
  const { variant } = rung.series;
  const which = { variant, place: rung.place, peer: peers.get(variant) ?? null };
  if (rung.status !== 'passed') return { ...which, status: rung.status, reason: rung.reason };
  const { measured } = rung;
  if (!measured) {
    return {
      ...which,
      status: 'unrated',
      reason: `has no ${metricTable[measure.metric].label.toLowerCase()}`,
    };
  }
  return {
    ...which,
    status: 'passed',
    length: Math.min(measured.value / full, 1),
    isBeyond: measured.value > full,
    low: Math.min(measured.low / full, 1),
    high: Math.min(measured.high / full, 1),
    value: formatMetric(
      measure,
      measured.value,
      ceilingOf(measure.metric, rung.series, { point: rung.point, machine }),
    ),
    spread: measured.interval ? formatRange(measure, measured.low, measured.high) : null,
    speedup: speedupText(rung.speedup),
    step: context.steps.get(variant) ?? null,
    fastest: fastest.get(variant) ?? null,
    // Inside one run the host's clock is as good as another: what has a ratio compares.
    doubt: software || which.peer?.over ? null : rungDoubt(rung),
  };
}

function speedupText(ratio: number | null): string | null {
  return ratio === null ? null : formatSpeedup(ratio);
}

/** A share fills the track at 100 %, so that the empty part is what the hardware still has to give. */
function fullTrack(rungs: readonly Rung[], metric: MetricId): number {
  // A CPU takes a thousand times as long: on its scale no rung would be told from another.
  const own = rungs.filter(({ point }) => point.peer === undefined);
  const isShort = metricTable[metric].better === 'lower' && valuesOf(own).length > 0;
  const largest = Math.max(...valuesOf(isShort ? own : rungs), 0);
  return isShare(metric) ? Math.max(largest, 100) : largest || 1;
}

function valuesOf(rungs: readonly Rung[]): readonly number[] {
  return rungs.flatMap((rung) => (rung.status === 'passed' && rung.measured ? [rung.measured.value] : []));
}
