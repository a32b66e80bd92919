// The same code launched again and again: how much do its medians differ, and what could be seen through that?
import { differenceScale, medianOf, smallestSigma } from './noise.ts';
import { standardDeviation } from './order.ts';
import { defaultMinimumEffect, logRatios, requirePositive } from './series.ts';
import { studentQuantile } from './student.ts';

/** Noise between launches of one id on one machine. Sigmas are standard deviations of ln(value). */
export interface RunNoise {
  readonly sigma: number;
  /** From the median absolute deviation: what sigma would be without the outliers. */
  readonly robustSigma: number;
  readonly launches: number;
  /** True when a launch lies five robust sigmas off: sigma then depends on how many such launches there were. */
  readonly isSpiky: boolean;
  /** Smallest effect that the gate finds nine times in ten, one launch against a segment of twenty. */
  readonly gateEffect: number;
  /** Smallest effect that `compareRuns` finds nine times in ten, one launch against one. */
  readonly compareEffect: number;
}

/** Noise of the medians of K launches. Throws for fewer than two, or on a value not above 0. */
export function runNoise(medians: readonly number[]): RunNoise {
  requirePositive(medians, 'medians');
  if (medians.length < 2)
    throw new RangeError(`${medians.length} launch has no noise: launch the same code at least twice`);
  const logs = logRatios(medians, medians[0] ?? 1);
  const sigma = Math.max(smallestSigma, standardDeviation([...logs]));
  const centre = medianOf(logs);
  const deviations = logs.map((value) => Math.abs(value - centre));
  const robustSigma = Math.max(smallestSigma, 1.4826 * medianOf(deviations));
  const launches = medians.length;
  const known = { sigma, launches };
  return {
    sigma,
    robustSigma,
    launches,
    isSpiky: launches >= 5 && Math.max(...deviations) > 5 * Math.max(robustSigma, differenceScale(logs)),
    gateEffect: minimumDetectableEffect(known, { base: 20, head: 1 }),
    compareEffect: minimumDetectableEffect(known, { base: 1, head: 1 }),
  };
}

/**
 * Smallest effect found with 90 % power by a one-sided test at 1 %:
 * exp((t(0.99, K − 1) + t(0.90, K − 1)) · sigma · √(1/base + 1/head)) − 1, and at least what is worth a verdict at all:
 * `minimumEffect` or two sigmas.
 */
export function minimumDetectableEffect(
  noise: Pick<RunNoise, 'sigma' | 'launches'>,
  runs: { readonly base: number; readonly head: number },
  minimumEffect: number = defaultMinimumEffect,
): number {
  const degrees = noise.launches - 1;
  const quantiles = studentQuantile(0.99, degrees) + studentQuantile(0.9, degrees);
  const effect = Math.expm1(quantiles * noise.sigma * Math.sqrt(1 / runs.base + 1 / runs.head));
  return Math.max(effect, minimumEffect, 2 * noise.sigma);
}
