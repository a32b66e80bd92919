// Which of the proposed boundaries are changes? Candidates come from the exact segmentation, chance goes by test.
import {
  clip,
  clipSigmas,
  differenceScale,
  inflation,
  measureNoise,
  medianOf,
  pooledSigma,
} from './noise.ts';
import type { Level, Noise, Prior } from './noise.ts';
import { partition } from './partition.ts';
import { splitPValue, windowPValue } from './permutation.ts';
import { createRandom } from './random.ts';
import { studentUpperTail } from './student.ts';

/** Fewest points of a level: a pair of slow runs is not a change. */
export const shortestLevel = 3;

/** What a boundary must show. */
export interface Rules {
  readonly prior: Prior;
  readonly seed: number;
  /** Smallest |new/old − 1| worth naming. */
  readonly minimumEffect: number;
}

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
}

// Permutation tests and the moderated t-test for pairs too short to permute.
const permutationAlpha = 0.01;
const studentAlpha = 0.002;
// Levels up to this long, between two others, are tested as windows that chance could have put anywhere.
const longestWindow = 15;
const enoughOrders = 1000;

/** Where the level may have changed: optimal segmentation at a price of 1.5 ln n per level (Laplace likelihood). */
export function propose(values: Float64Array, prior: Prior): readonly number[] {
  const sigma = pooledSigma(prior, differenceScale(values) ** 2, (values.length - 1) / 2);
  const penalty = 1.5 * Math.log(values.length);
  return partition(values, { scale: sigma / Math.SQRT2, penalty, shortest: shortestLevel });
}

/** Drops the weakest boundary that fails, until all that are left pass. */
export function accept(values: Float64Array, proposed: readonly number[], rules: Rules): Accepted {
  let kept = proposed;
  for (;;) {
    const { noise, levels } = measureNoise(values, kept, rules.prior);
    const trial = { values, levels, noise, rules };
    const order = byStrength(trial);
    const failing = order.find((at) => !isLargeEnough(trial, at) || !isPeopled(trial, at));
    if (failing !== undefined) {
      kept = kept.toSpliced(failing, 1);
      continue;
    }
    const tested = testAll(trial, order);
    if (tested.failed === null) return { boundaries: tested.boundaries, levels, noise };
    kept = kept.toSpliced(tested.failed, 1);
  }
}

interface Trial {
  readonly values: Float64Array;
  readonly levels: readonly Level[];
  readonly noise: Noise;
  readonly rules: Rules;
}

interface Pair {
  readonly left: Level;
  readonly right: Level;
}

function pairAt({ levels }: Trial, at: number): Pair {
  const left = levels[at];
  const right = levels[at + 1];
  if (!left || !right) throw new RangeError(`no boundary ${at} between ${levels.length} levels`);
  return { left, right };
}

function spread({ left, right }: Pair): number {
  return Math.sqrt(1 / (left.end - left.start) + 1 / (right.end - right.start));
}

function step({ left, right }: Pair): number {
  return right.mean - left.mean;
}

// Boundary numbers, the least convincing first.
function byStrength(trial: Trial): readonly number[] {
  const strengths = trial.levels.slice(1).map((_, at) => {
    const pair = pairAt(trial, at);
    return { at, strength: Math.abs(step(pair)) / spread(pair) };
  });
  return strengths.toSorted((a, b) => a.strength - b.strength).map(({ at }) => at);
}

// Of the points on either side as many as a level takes are its own: two slow runs, and a normal one to make up three, are
// no level, although the slow ones are its median.
function isPeopled(trial: Trial, at: number): boolean {
  const { left, right } = pairAt(trial, at);
  return ownPoints(trial, left, right) >= shortestLevel && ownPoints(trial, right, left) >= shortestLevel;
}

// Points that do not stray from their level's median to that of the other.
function ownPoints({ values, noise }: Trial, level: Level, other: Level): number {
  const reach = clipSigmas * noise.robust;
  const isStray = (value: number) =>
    Math.abs(value - level.median) > reach && Math.abs(value - other.median) <= reach;
  const strays = values.subarray(level.start, level.end).filter(isStray);
  return level.end - level.start - strays.length;
}

function isLargeEnough(trial: Trial, at: number): boolean {
  const pair = pairAt(trial, at);
  const { robust, rho } = trial.noise;
  const fewest = Math.min(pair.left.end - pair.left.start, pair.right.end - pair.right.start);
  const smallest = smallestStepSigmas(fewest) * Math.sqrt(inflation(rho)) * robust;
  return Math.abs(Math.expm1(step(pair))) >= Math.max(trial.rules.minimumEffect, smallest);
}

// Steps of few sigmas are what drifting or two-moded noise does by itself, and the more so the shorter the level:
// two sigmas up to five points, falling with the root of the length to one and a half.
function smallestStepSigmas(points: number): number {
  return Math.max(1.5, 2 * Math.min(1, Math.sqrt(5 / points)));
}

function testAll(
  trial: Trial,
  order: readonly number[],
): { readonly failed: number | null; readonly boundaries: readonly Boundary[] } {
  const boundaries: Boundary[] = [];
  for (const at of order) {
    const p = Math.max(pairPValue(trial, at), excursionPValue(trial, at));
    if (p > permutationAlpha) return { failed: at, boundaries: [] };
    boundaries.push({ index: pairAt(trial, at).right.start, p });
  }
  return { failed: null, boundaries: boundaries.toSorted((a, b) => a.index - b.index) };
}

// The split of two neighbouring levels against all splits of their values in other orders.
function pairPValue(trial: Trial, at: number): number {
  const pair = pairAt(trial, at);
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
function excursionPValue(trial: Trial, at: number): number {
  const shorts = [at, at + 1].filter((index) => {
    const level = trial.levels[index];
    const isInner = index > 0 && index < trial.levels.length - 1;
    return level && isInner && level.end - level.start <= longestWindow;
  });
  return Math.max(0, ...shorts.map((index) => windowOf(trial, index)));
}

function windowOf(trial: Trial, index: number): number {
  const [before, level, after] = trial.levels.slice(index - 1, index + 2);
  if (!before || !level || !after) return 0;
  const isNearBefore = Math.abs(level.mean - before.mean) <= Math.abs(level.mean - after.mean);
  const nearest = isNearBefore ? before : after;
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
  const random = createRandom(rules.seed ^ Math.imul(place, 0x9e3779b1));
  return { values: clipped, rho: noise.rho, random, alpha: permutationAlpha };
}
