// The levels between boundaries, and what of a boundary is seen at once: how large its step is, and of how many points.
import { clipSigmas, inflation } from './noise.ts';
import type { Level, Noise, Prior } from './noise.ts';

/** Fewest points of a level: a pair of slow runs is not a change. */
export const shortestLevel = 3;

/** What a boundary must show. */
export interface Rules {
  readonly prior: Prior;
  readonly seed: number;
  /** Smallest |new/old − 1| worth naming. */
  readonly minimumEffect: number;
}

/** Levels proposed, with the noise about them. */
export interface Trial {
  readonly values: Float64Array;
  readonly levels: readonly Level[];
  readonly noise: Noise;
  readonly rules: Rules;
}

/** The levels on both sides of a boundary. */
export interface Pair {
  readonly left: Level;
  readonly right: Level;
}

/** The levels beside boundary `at`. */
export function pairAt({ levels }: Trial, at: number): Pair {
  const left = levels[at];
  const right = levels[at + 1];
  if (!left || !right) throw new RangeError(`no boundary ${at} between ${levels.length} levels`);
  return { left, right };
}

/** Standard error of a step, in sigmas of independent noise. */
export function spread({ left, right }: Pair): number {
  return Math.sqrt(1 / (left.end - left.start) + 1 / (right.end - right.start));
}

/** From the earlier level to the later one, in ln(value). */
export function step({ left, right }: Pair): number {
  return right.mean - left.mean;
}

/** Boundary numbers, the least convincing first. */
export function byStrength(trial: Trial): readonly number[] {
  const strengths = trial.levels.slice(1).map((_, at) => {
    const pair = pairAt(trial, at);
    return { at, strength: Math.abs(step(pair)) / spread(pair) };
  });
  return strengths.toSorted((a, b) => a.strength - b.strength).map(({ at }) => at);
}

/**
 * Whether as many points on either side as a level takes are its own: two slow runs, and a normal one to make up three, are
 * no level, although the slow ones are its median.
 */
export function isPeopled(trial: Trial, at: number): boolean {
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

/** Whether the step is worth naming, and more than noise makes by itself. */
export function isLargeEnough(trial: Trial, at: number): boolean {
  const pair = pairAt(trial, at);
  const { robust, rho } = trial.noise;
  const fewest = Math.min(pair.left.end - pair.left.start, pair.right.end - pair.right.start);
  const smallest = smallestStepSigmas(fewest / inflation(rho)) * robust;
  return Math.abs(Math.expm1(step(pair))) >= Math.max(trial.rules.minimumEffect, smallest);
}

// Steps of few sigmas are what drifting or two-moded noise does by itself, and the more so the shorter the level:
// two sigmas up to five points, falling with the root of the length to one and a half. Points that follow one another
// count as fewer: as many independent ones as would know the level's mean as well.
function smallestStepSigmas(points: number): number {
  return Math.max(1.5, 2 * Math.min(1, Math.sqrt(5 / points)));
}
