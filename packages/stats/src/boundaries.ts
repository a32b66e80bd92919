// Which of the proposed boundaries are changes? Candidates come from the exact segmentation, chance goes by test.
import { differenceScale, measureNoise, pooledSigma } from './noise.ts';
import type { Level, Noise, Prior } from './noise.ts';
import { partition } from './partition.ts';
import { chanceAlpha, questionsAt } from './chance.ts';
import { byStrength, isLargeEnough, isPeopled, shortestLevel } from './trial.ts';
import type { Rules, Trial } from './trial.ts';

/** A boundary that stood: the first index of the later level, and its p-value. */
export interface Boundary {
  readonly index: number;
  readonly p: number;
}

/** The accepted boundaries with the levels and the noise that they leave. */
export interface Accepted {
  readonly boundaries: readonly Boundary[];
  readonly levels: readonly Level[];
  readonly noise: Noise;
  /** P-values worked out, most of them by permutation: what the series costs. */
  readonly asked: number;
}

/**
 * Where the level may have changed: optimal segmentation at a price of 1.5 ln n per level (Laplace likelihood). `scale` is the values' own
 * scale of differences.
 */
export function propose(
  values: Float64Array,
  prior: Prior,
  scale: number = differenceScale(values),
): readonly number[] {
  const sigma = pooledSigma(prior, scale ** 2, (values.length - 1) / 2);
  const penalty = 1.5 * Math.log(values.length);
  return partition(values, { scale: sigma / Math.SQRT2, penalty, shortest: shortestLevel });
}

/**
 * Drops the weakest boundary that fails, until all that are left pass. The noise is estimated again after each drop, and moves
 * all p-values a little: what has been asked before is asked again only when nothing else fails.
 */
export function accept(
  values: Float64Array,
  proposed: readonly number[],
  rules: Rules,
  scale: number = differenceScale(values),
): Accepted {
  const memory: Memory = new Map();
  let kept = proposed;
  for (;;) {
    const { noise, levels } = measureNoise(values, kept, rules.prior, scale);
    const trial = { values, levels, noise, rules };
    const failing = weakestFailing(trial, memory);
    if (failing === undefined) {
      const boundaries = kept.map((index, at) => ({ index, p: pValue(trial, at, memory) }));
      return { boundaries, levels, noise, asked: askedIn(memory) };
    }
    kept = kept.toSpliced(failing, 1);
  }
}

function weakestFailing(trial: Trial, memory: Memory): number | undefined {
  const order = byStrength(trial);
  return (
    order.find((at) => !isLargeEnough(trial, at) || !isPeopled(trial, at)) ??
    order.find((at) => pValue(trial, at, memory, true) > chanceAlpha) ??
    order.find((at) => pValue(trial, at, memory) > chanceAlpha)
  );
}

// The largest p-value of a boundary, or the first that fails; what was found under other noise may count, too.
function pValue(trial: Trial, at: number, memory: Memory, isAnyNoise = false): number {
  let largest = 0;
  for (const { about, p } of questionsAt(trial, at)) {
    const known = memory.get(about);
    const isKnown = isAnyNoise || known?.noise === trial.noise;
    const answer = known && isKnown ? known : { p: p(), noise: trial.noise, asked: (known?.asked ?? 0) + 1 };
    memory.set(about, answer);
    largest = Math.max(largest, answer.p);
    if (largest > chanceAlpha) break;
  }
  return largest;
}

// P-values by what they are about, with the noise under which they were found, and how often they were worked out.
type Memory = Map<string, Answer>;

interface Answer {
  readonly p: number;
  readonly noise: Noise;
  readonly asked: number;
}

function askedIn(memory: Memory): number {
  return [...memory.values()].reduce((sum, { asked }) => sum + asked, 0);
}
