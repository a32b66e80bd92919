// Two runs side by side: one id at a time, then all of them as one ratio.
import { smallestSigma } from './noise.ts';
import { mean, standardDeviation } from './order.ts';
import { defaultMinimumEffect, priorOf, requireEffect, requirePositive } from './series.ts';
import type { Direction, KnownNoise } from './series.ts';
import { studentQuantile } from './student.ts';
import { decide } from './verdict.ts';
import type { Decision } from './verdict.ts';

/** One side of a comparison: the medians of its launches, and how well one of them is known. */
export interface Side {
  readonly medians: readonly number[];
  /** Standard error of ln(median) within a launch. */
  readonly withinError?: number | undefined;
}

/** One id in two runs of one machine. */
export interface Comparison extends KnownNoise {
  readonly base: Side;
  readonly head: Side;
  readonly direction: Direction;
  readonly minimumEffect?: number | undefined;
}

// Of 158 ids whose kernels were the same in two launches on an H200, 95 % moved by less than 5.6 %: the two-launch
// spread of a sigma of 2 %. Ids differ, so it counts for little: four degrees of freedom.
const defaultNoise = { sigma0: 0.02, launches: 5 };

/**
 * Judges one id between two runs. The noise is the one between launches, from A/A or assumed; what a launch knows of its own
 * median can only widen it, since more samples within a launch say nothing about the next launch. Throws on values not above 0.
 */
export function compareRuns(comparison: Comparison): Decision {
  const { base, head, direction, minimumEffect = defaultMinimumEffect, sigma0, launches } = comparison;
  requirePositive(base.medians, 'base');
  requirePositive(head.medians, 'head');
  requireEffect(minimumEffect);
  const known = sigma0 === undefined ? defaultNoise : { sigma0, launches };
  const prior = priorOf(known);
  const variance = [base, head].reduce((sum, side) => {
    const within = side.withinError ?? 0;
    return sum + Math.max(prior.variance, within ** 2, smallestSigma ** 2) / side.medians.length;
  }, 0);
  const reference = base.medians[0] ?? 1;
  const estimate = meanLog(head.medians, reference) - meanLog(base.medians, reference);
  const difference = { estimate, standardError: Math.sqrt(variance), degrees: prior.degrees };
  const deltaMin = Math.max(minimumEffect, 2 * Math.sqrt(prior.variance));
  const decision = decide(difference, sigma0 === undefined ? minimumEffect : deltaMin, direction);
  return sigma0 === undefined ? { ...decision, reasons: [...decision.reasons, 'default-noise'] } : decision;
}

function meanLog(values: readonly number[], reference: number): number {
  return mean(values.map((value) => Math.log(value / reference)));
}

/** The geometric mean of head/base over ids, with the 95 % t-interval that treats the ids as a sample. */
export interface MeanRatio {
  readonly ratio: number;
  readonly ciLow: number;
  readonly ciHigh: number;
  readonly count: number;
}

/** One ratio for many ids; give only ids that both runs have. With one id the interval is unbounded. Throws when empty. */
export function meanRatio(pairs: readonly { readonly base: number; readonly head: number }[]): MeanRatio {
  requirePositive(
    pairs.map(({ base }) => base),
    'base',
  );
  requirePositive(
    pairs.map(({ head }) => head),
    'head',
  );
  const ratios = pairs.map(({ base, head }) => Math.log(head / base));
  const centre = mean(ratios);
  const count = ratios.length;
  if (count === 1) return { ratio: Math.exp(centre), ciLow: 0, ciHigh: Infinity, count };
  const reach = (studentQuantile(0.975, count - 1) * standardDeviation(ratios)) / Math.sqrt(count);
  return {
    ratio: Math.exp(centre),
    ciLow: Math.exp(centre - reach),
    ciHigh: Math.exp(centre + reach),
    count,
  };
}
