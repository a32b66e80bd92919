// Verdicts on one difference of ln(value): worse, better, the same, or not to be said.
import { smallestSigma } from './noise.ts';
import { worseSign } from './series.ts';
import type { Direction } from './series.ts';
import { studentQuantile } from './student.ts';

/** Whether a value got worse, better, stayed within the minimum effect, or none of these can be said. */
export type Verdict = 'REGRESSED' | 'IMPROVED' | 'SAME' | 'UNDECIDED';

/** An estimated difference of ln(value). */
export interface Difference {
  readonly estimate: number;
  readonly standardError: number;
  readonly degrees: number;
}

/** Error rates to stay below: of a false direction, and of SAME when the effect is at the minimum; both one-sided. */
export interface Levels {
  readonly changed: number;
  readonly same: number;
  /** Of either end of the interval. */
  readonly interval: number;
}

/** The rates of a single look at the data. */
export const singleLook: Levels = { changed: 0.01, same: 0.05, interval: 0.025 };

/** Effects are new/old − 1 of the value. */
export interface Decision {
  readonly verdict: Verdict;
  readonly effect: number;
  readonly ciLow: number;
  readonly ciHigh: number;
  /** The least size of an effect in this direction that would be called: sure, and at the minimum or beyond. */
  readonly leastEffect: number;
  readonly reasons: readonly Reason[];
}

/**
 * Why: `beyond-minimum-effect` and `within-minimum-effect` carry a verdict; `below-minimum-effect` (a sure but small change),
 * `wide-interval`, `block-limit`, `default-noise` (no A/A launches) and `too-few-blocks` say what stood in the way.
 */
export type Reason =
  | 'beyond-minimum-effect'
  | 'within-minimum-effect'
  | 'below-minimum-effect'
  | 'wide-interval'
  | 'block-limit'
  | 'too-few-blocks'
  | 'default-noise';

/**
 * REGRESSED or IMPROVED when the difference is surely not zero and its estimate reaches the minimum effect; SAME when two
 * one-sided tests (Schuirmann 1987) put it within the minimum effect; else UNDECIDED.
 */
export function decide(
  difference: Difference,
  deltaMin: number,
  direction: Direction,
  levels: Levels = singleLook,
): Decision {
  const { estimate, degrees } = difference;
  const error = Math.max(difference.standardError, smallestSigma);
  const reach = (alpha: number) => studentQuantile(1 - alpha, degrees) * error;
  const ciLow = Math.expm1(estimate - reach(levels.interval));
  const ciHigh = Math.expm1(estimate + reach(levels.interval));
  const sure = Math.abs(Math.expm1(estimate < 0 ? -reach(levels.changed) : reach(levels.changed)));
  const leastEffect = Math.max(deltaMin, sure);
  const found = { effect: Math.expm1(estimate), ciLow, ciHigh, leastEffect };
  const isSure = Math.abs(estimate) > reach(levels.changed);
  if (isSure && Math.abs(found.effect) >= deltaMin) {
    const verdict = found.effect * worseSign(direction) > 0 ? 'REGRESSED' : 'IMPROVED';
    return { verdict, ...found, reasons: ['beyond-minimum-effect'] };
  }
  const [low, high] = [Math.log1p(-deltaMin), Math.log1p(deltaMin)];
  if (estimate - reach(levels.same) > low && estimate + reach(levels.same) < high)
    return { verdict: 'SAME', ...found, reasons: ['within-minimum-effect'] };
  return { verdict: 'UNDECIDED', ...found, reasons: [isSure ? 'below-minimum-effect' : 'wide-interval'] };
}
