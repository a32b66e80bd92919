// When did the level of a series change? Change points of a history, one number per commit.
import { inflation, measureNoise } from './noise.ts';
import type { Level, Noise } from './noise.ts';
import { hashSeed } from './random.ts';
import {
  defaultMinimumEffect,
  logRatios,
  priorOf,
  requireEffect,
  requirePositive,
  worseSign,
} from './series.ts';
import type { Direction, KnownNoise } from './series.ts';
import { studentQuantile } from './student.ts';
import { findBoundaries } from './stretches.ts';
import type { Found } from './stretches.ts';
import type { Rules } from './trial.ts';
import { findDrift } from './trend.ts';
import type { Drift } from './trend.ts';

/** One number per commit in commit order: the median of an independent run, above 0. */
export interface Series extends KnownNoise {
  readonly values: readonly number[];
  readonly direction: Direction;
  /** Seeds the permutations; the same id and values give the same answer on every machine. */
  readonly id?: string | undefined;
  /** Per value the hash of the code that ran, or null where it is not known. */
  readonly kernelHashes?: readonly (string | null)[] | undefined;
  /** Smallest |new/old − 1| that counts as a change; 0.02 unless said otherwise. */
  readonly minimumEffect?: number | undefined;
}

/** One change of level. Effects are new/old − 1 of the value. */
export interface Change {
  /** First point of the new level. */
  readonly index: number;
  /** The new level may have begun anywhere from `locationLow` to `locationHigh`. */
  readonly locationLow: number;
  readonly locationHigh: number;
  readonly direction: 'regressed' | 'improved';
  readonly effect: number;
  /** 95 % interval of the effect, given the place. */
  readonly ciLow: number;
  readonly ciHigh: number;
  readonly p: number;
  /** True when all code that could have made the change is the same; null when a hash is missing. */
  readonly sameKernelHash: boolean | null;
}

/** Points `start`..`end` − 1 share one level, in the unit of the values. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

/** How much worse the current level is than the best one that was in force within the last 50 points. */
export interface Anchor {
  readonly best: Segment;
  /** current/best − 1 of the value. */
  readonly effect: number;
}

/** What a history says. Sigmas are standard deviations of ln(value). */
export interface History {
  readonly changes: readonly Change[];
  readonly segments: readonly Segment[];
  readonly sigma: number;
  /** The same, indifferent to spikes. */
  readonly robustSigma: number;
  /** Lag-1 autocorrelation; 0 where none is seen. */
  readonly autocorrelation: number;
  /** A slow trend inside the current segment. */
  readonly drift: Drift | null;
  /** Null when the current level is the best recent one, or within the minimum effect of it. */
  readonly anchor: Anchor | null;
}

const anchorPoints = 50;
// A trend compares all pairs of its points.
const driftPoints = 512;

/**
 * Finds the changes of level in a series (README, "The detector"). Boundaries are accepted where the segmentation put them and placed
 * afterwards, so that a change at the minimum effect may come out a trifle below it. Throws a RangeError that names the value when one is not a
 * finite number above 0, or when the options do not fit.
 */
export function detect(series: Series): History {
  const judging = judgingOf(series);
  return conclude(series, judging, findBoundaries(judging.logs, judging.rules).found);
}

/** A history, and where its current level began before the newest points came. */
export interface HistoryWithNewest {
  readonly history: History;
  /** Place of the first point of the level that the newest points are compared with. */
  readonly before: number;
}

/**
 * The same, and the level that the newest `newest` points came to. Throws a RangeError also where there are no points before them.
 */
export function detectWithNewest(series: Series, newest: number): HistoryWithNewest {
  const judging = judgingOf(series);
  const { logs, rules } = judging;
  if (!(newest >= 0 && newest < logs.length))
    throw new RangeError(`${newest} of ${logs.length} values are the newest: leave one before them`);
  const { found, looks } = findBoundaries(logs, rules);
  const earlier = findBoundaries(logs.slice(0, logs.length - newest), rules, { looks });
  return { history: conclude(series, judging, found), before: earlier.found.at(-1)?.index ?? 0 };
}

interface Judging {
  readonly reference: number;
  readonly logs: Float64Array;
  readonly rules: Rules;
}

function judgingOf(series: Series): Judging {
  const { values, minimumEffect = defaultMinimumEffect } = series;
  requireSeries(series, minimumEffect);
  const reference = values[0] ?? 1;
  const rules = { prior: priorOf(series), seed: hashSeed(series.id ?? ''), minimumEffect };
  return { reference, logs: logRatios(values, reference), rules };
}

function conclude(series: Series, { reference, logs, rules }: Judging, found: readonly Found[]): History {
  const { kernelHashes, direction: better } = series;
  const { prior, minimumEffect } = rules;
  const { noise, levels } = measureNoise(
    logs,
    found.map(({ index }) => index),
    prior,
  );
  const changes = found.flatMap(({ index, low, high, p }, at) => {
    const [left, right] = [levels[at], levels[at + 1]];
    if (!left || !right) return [];
    const measured = measureStep(left, right, noise);
    const direction = measured.effect * worseSign(better) > 0 ? 'regressed' : 'improved';
    const sameKernelHash = isSameKernel(kernelHashes, low, high);
    return [
      { index, locationLow: low, locationHigh: high, direction, ...measured, p, sameKernelHash } as const,
    ];
  });
  const segments = levels.map(({ start, end, mean }) => ({ start, end, level: reference * Math.exp(mean) }));
  const last = Math.max(levels.at(-1)?.start ?? 0, logs.length - driftPoints);
  return {
    changes,
    segments,
    sigma: noise.sigma,
    robustSigma: noise.robust,
    autocorrelation: noise.rho,
    drift: findDrift(logs.slice(last), noise, minimumEffect),
    anchor: findAnchor(segments, better, minimumEffect),
  };
}

function requireSeries({ values, direction, kernelHashes }: Series, minimumEffect: number): void {
  requirePositive(values, 'values');
  requireEffect(minimumEffect);
  worseSign(direction);
  if (kernelHashes && kernelHashes.length !== values.length)
    throw new RangeError(
      `${kernelHashes.length} kernelHashes for ${values.length} values: give one for each`,
    );
}

function measureStep(left: Level, right: Level, { sigma, degrees, rho }: Noise) {
  const step = right.mean - left.mean;
  const spread = 1 / (left.end - left.start) + 1 / (right.end - right.start);
  const reach = studentQuantile(0.975, degrees) * sigma * Math.sqrt(inflation(rho) * spread);
  return { effect: Math.expm1(step), ciLow: Math.expm1(step - reach), ciHigh: Math.expm1(step + reach) };
}

function isSameKernel(
  hashes: readonly (string | null)[] | undefined,
  low: number,
  high: number,
): boolean | null {
  const around = hashes?.slice(low - 1, high + 1);
  if (!around || around.includes(null)) return null;
  return new Set(around).size === 1;
}

function findAnchor(
  segments: readonly Segment[],
  direction: Direction,
  minimumEffect: number,
): Anchor | null {
  const current = segments.at(-1);
  if (!current) return null;
  const sign = worseSign(direction);
  const recent = segments.filter(({ end }) => end > current.end - anchorPoints);
  const best = recent.reduce((top, each) => (sign * each.level < sign * top.level ? each : top), current);
  const effect = current.level / best.level - 1;
  return Math.abs(effect) >= minimumEffect ? { best, effect } : null;
}
