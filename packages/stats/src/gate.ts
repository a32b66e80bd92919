// Is the newest commit suspicious? A cheap look at each series; what it suspects is measured again, not blamed.
import { inflation, measureNoise, medianOf } from './noise.ts';
import type { Noise } from './noise.ts';
import {
  defaultMinimumEffect,
  logRatios,
  priorOf,
  requireEffect,
  requirePositive,
  worseSign,
} from './series.ts';
import type { Direction, KnownNoise } from './series.ts';
import { studentUpperTail } from './student.ts';

/** One id of a run beside the current level of its history. */
export interface GateSeries extends KnownNoise {
  readonly id: string;
  readonly direction: Direction;
  /** Values of the current segment in commit order, the newest commit left out. */
  readonly segment: readonly number[];
  /** The newest commit: one value per run of it. */
  readonly newest: readonly number[];
  readonly minimumEffect?: number | undefined;
}

/** What the gate saw of one id. Only regressions are suspected. */
export interface GateRow {
  readonly id: string;
  readonly isSuspect: boolean;
  /** newest/level − 1 of the value. */
  readonly effect: number;
  /** One-sided, for a change to the worse; 1 where there is too little to judge by. */
  readonly p: number;
  /** Smallest false discovery rate at which this id is in the list (Benjamini and Hochberg 1995). */
  readonly q: number;
  /** Smallest effect that can be suspected: the minimum effect or two robust sigmas. */
  readonly deltaMin: number;
}

const recentPoints = 20;
const suspectAlpha = 0.01;
const falseDiscoveryRate = 0.05;

/** Judges the newest commit of each series of one run and machine, most suspicious first. Throws on values not above 0. */
export function gate(series: readonly GateSeries[]): readonly GateRow[] {
  const seen = series.map(look);
  const q = falseDiscoveryRates(seen.map(({ p }) => p));
  const rows = seen.map((row, at) => ({ ...row, q: q[at] ?? 1 }));
  return rows
    .map((row) => ({ ...row, isSuspect: isSuspect(row) }))
    .toSorted((a, b) => a.p - b.p || Math.abs(b.effect) - Math.abs(a.effect));
}

function isSuspect({ p, q, effect, deltaMin }: Omit<GateRow, 'isSuspect'>): boolean {
  return p < suspectAlpha && q <= falseDiscoveryRate && Math.abs(effect) >= deltaMin;
}

function look({
  id,
  direction,
  segment,
  newest,
  minimumEffect = defaultMinimumEffect,
  ...known
}: GateSeries) {
  requirePositive(segment, `${id}: segment`);
  requirePositive(newest, `${id}: newest`);
  requireEffect(minimumEffect);
  const reference = segment[0] ?? 1;
  const logs = logRatios(segment, reference);
  const { noise } = measureNoise(logs, [], priorOf(known));
  const recent = logs.slice(-recentPoints);
  const centre = medianOf(recent);
  const step = logRatios(newest, reference).reduce((sum, value) => sum + value, 0) / newest.length - centre;
  const p = upperTail(step * worseSign(direction), noise, { runs: newest.length, points: recent.length });
  const deltaMin = Math.max(minimumEffect, 2 * noise.robust);
  return { id, effect: Math.expm1(step), p, deltaMin };
}

// The centre is a median: π/2 times the variance of a mean, wider still under autocorrelation.
function upperTail(
  step: number,
  noise: Noise,
  counts: { readonly runs: number; readonly points: number },
): number {
  if (noise.degrees < 2) return 1;
  const spread = 1 / counts.runs + (Math.PI / 2) * (inflation(noise.rho) / counts.points);
  return studentUpperTail(step / (noise.sigma * Math.sqrt(spread)), noise.degrees);
}

/** q-values of p-values, in the same order: Benjamini and Hochberg's step-up rates. */
export function falseDiscoveryRates(pValues: readonly number[]): readonly number[] {
  const descending = pValues.map((p, at) => ({ p, at })).toSorted((a, b) => b.p - a.p);
  const rates = pValues.slice();
  let least = 1;
  descending.forEach(({ p, at }, place) => {
    least = Math.min(least, (p * pValues.length) / (pValues.length - place));
    rates[at] = least;
  });
  return rates;
}
