// Could chance have made this boundary? Permutation tests that pay for having searched for it.
import { clip, clipSigmas, inflation, medianOf } from './noise.ts';
import type { Level } from './noise.ts';
import { splitPValue } from './splits.ts';
import { studentUpperTail } from './student.ts';
import { pairAt, shortestLevel, spread, step } from './trial.ts';
import type { Pair, Trial } from './trial.ts';
import { windowPValue } from './windows.ts';

// Of the moderated t-test, for pairs too short to permute.
const studentAlpha = 0.002;
// Levels up to this long, between two others, are tested as windows that chance could have put anywhere.
const longestWindow = 15;
const enoughOrders = 1000;

/** A p-value to find, and the points that it is about. */
export interface Question {
  readonly about: string;
  readonly p: () => number;
}

/** Largest p-value of a change. */
export const chanceAlpha = 0.01;

/** What boundary `at` must answer: its split, and a short level on either side. */
export function questionsAt(trial: Trial, at: number): readonly Question[] {
  return [splitQuestion(trial, at), ...excursionQuestions(trial, at)];
}

// The split of two neighbouring levels against all splits of their values in other orders.
function splitQuestion(trial: Trial, at: number): Question {
  const { left, right } = pairAt(trial, at);
  const about = `${left.start} ${right.start} ${right.end}`;
  return { about, p: () => splitOf(trial, { left, right }) };
}

function splitOf(trial: Trial, pair: Pair): number {
  const [leftCount, rightCount] = [pair.left.end - pair.left.start, pair.right.end - pair.right.start];
  if (orders(leftCount + rightCount, Math.min(leftCount, rightCount)) < enoughOrders) {
    const p = studentPValue(trial, pair);
    return p <= studentAlpha ? p : 1;
  }
  const values = trial.values.slice(pair.left.start, pair.right.end);
  return splitPValue(shuffledNoise(trial, values, pair.right.start), shortestLevel);
}

// Distinct arrangements of `few` among `count`, as far as it matters: the permutation test cannot see below 2 / orders.
function orders(count: number, few: number): number {
  let product = 1;
  for (let index = 0; index < few && product < enoughOrders; index++)
    product *= (count - index) / (index + 1);
  return product;
}

// Moderated t against the pooled noise, times the places at which the pair could have been split (a union bound).
function studentPValue({ noise }: Trial, pair: Pair): number {
  if (noise.degrees < 6) return 1;
  const t = Math.abs(step(pair)) / (noise.sigma * Math.sqrt(inflation(noise.rho)) * spread(pair));
  const places = pair.right.end - pair.left.start - 2 * shortestLevel + 1;
  return Math.min(1, 2 * studentUpperTail(t, noise.degrees) * places);
}

// A short level between two others was found by looking everywhere for its start and its end: it must beat every window
// of the whole series' noise. Its own points count as noise of the neighbour that they are nearest to.
function excursionQuestions(trial: Trial, at: number): readonly Question[] {
  return [at, at + 1].flatMap((index) => {
    const [before, level, after] = trial.levels.slice(Math.max(0, index - 1), index + 2);
    if (!before || !level || !after || index === 0 || level.end - level.start > longestWindow) return [];
    const about = `${before.start} ${level.start} ${level.end} ${after.end}`;
    const isNearBefore = Math.abs(level.mean - before.mean) <= Math.abs(level.mean - after.mean);
    return [{ about, p: () => windowOf(trial, level, isNearBefore ? before : after) }];
  });
}

function windowOf(trial: Trial, level: Level, nearest: Level): number {
  const residuals = new Float64Array(trial.values.length);
  for (const each of trial.levels) {
    const centre = each === level ? nearest.median : each.median;
    for (let point = each.start; point < each.end; point++)
      residuals[point] = (trial.values[point] ?? 0) - centre;
  }
  return windowPValue(shuffledNoise(trial, residuals, level.start), level.end - level.start);
}

// Spikes are clipped, but not below the smallest change worth naming: at a quiet level, where three sigmas are next to
// nothing, they would count as much as a step.
function shuffledNoise({ noise, rules }: Trial, values: Float64Array, place: number) {
  const centre = medianOf(values);
  const reach = Math.max(clipSigmas * noise.robust, Math.log1p(rules.minimumEffect));
  const clipped = values.map((value) => clip(value, centre, reach));
  const seed = rules.seed ^ Math.imul(place, 0x9e3779b1);
  return { values: clipped, rho: noise.rho, seed, alpha: chanceAlpha };
}
