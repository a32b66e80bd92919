// Is a short level more than the farthest window of the same noise in another order? Windows of every width, at every place.
import { innovationsOf, leastPValue, permutationPValue, slack, sumsOf } from './permutation.ts';
import type { Shuffled } from './permutation.ts';
import { negligible, tiltsOf } from './tilt.ts';

// The sum of a window's deviations from the mean that counts as reaching what was observed.
interface Goal {
  readonly width: number;
  readonly distance: number;
}

/**
 * p of a window of `width` points that leaves the level, against windows of every width up to 15 at every place. Where a bound
 * says that it is at most the least p, no orders are drawn.
 */
export function windowPValue(shuffled: Shuffled, width: number): number {
  const { values, rho } = shuffled;
  const widths = [...new Set([3, 4, 5, 7, 10, 15, width])]
    .filter((each) => each < values.length)
    .toSorted((a, b) => a - b);
  const observed = largestWindow(sumsOf(values), widths) * slack;
  const goals = widths.map((each) => ({
    width: each,
    distance: Math.sqrt(observed * each * (1 - each / values.length)),
  }));
  const chances = reachChances(innovationsOf(values, rho), rho, goals);
  if (chances.reduce((sum, chance) => sum + chance, 0) <= leastPValue) return leastPValue;
  // Values all alike have no bound.
  const open = goals.filter((_, at) => !((chances[at] ?? 1) <= negligible));
  return permutationPValue(shuffled, (sums) => isAnyReached(sums, open));
}

// The square of a window's sum of deviations over √(w (1 − w/n)), at its largest.
function largestWindow(sums: Float64Array, widths: readonly number[]): number {
  const count = sums.length - 1;
  const squares = widths.map((width) => farthest(sums, width) ** 2 / (width * (1 - width / count)));
  return Math.max(0, ...squares);
}

// The largest deviation of a window's sum from its share of the whole.
function farthest(sums: Float64Array, width: number): number {
  const starts = sums.length - width;
  const share = width * meanIn(sums);
  let largest = 0;
  for (let start = 0; start < starts; start++) {
    const far = Math.abs((sums[start + width] ?? 0) - (sums[start] ?? 0) - share);
    if (far > largest) largest = far;
  }
  return largest;
}

function meanIn(sums: Float64Array): number {
  return (sums[sums.length - 1] ?? 0) / (sums.length - 1);
}

// Whether any window gets as far as its goal. A window is triples side by side and up to two points more, none of them farther
// than `point`: where it reaches its goal, one of the triples gets far. One pass finds the few that do.
function isAnyReached(sums: Float64Array, goals: readonly Goal[]): boolean {
  const share = 3 * meanIn(sums);
  const point = farthest(sums, 1);
  let near = Infinity;
  for (const goal of goals) near = Math.min(near, tripleDistance(goal, point));
  for (let place = 0; place + 3 < sums.length; place++) {
    const far = Math.abs((sums[place + 3] ?? 0) - (sums[place] ?? 0) - share);
    if (far < near) continue;
    for (const goal of goals)
      if (far >= tripleDistance(goal, point) && isReachedWith(sums, goal, place)) return true;
  }
  return false;
}

function tripleDistance({ width, distance }: Goal, point: number): number {
  return ((distance - (width % 3) * point) / Math.floor(width / 3)) * slack;
}

// Whether a window reaches its goal that has the triple from `place` on among those that it begins with.
function isReachedWith(sums: Float64Array, { width, distance }: Goal, place: number): boolean {
  const share = width * meanIn(sums);
  for (let start = place; start >= 0 && start > place - width + 2; start -= 3) {
    const end = start + width;
    if (end >= sums.length) continue;
    if (Math.abs((sums[end] ?? 0) - (sums[start] ?? 0) - share) >= distance) return true;
  }
  return false;
}

// At most this share of orders reaches each goal. Chernoff's bound on the sum of a window, at every place and of either sign;
// values drawn without replacement keep it (Joag-Dev and Proschan 1983). In a window of rebuilt values an innovation counts up to
// 1 + rho + … + rho^(w−1) times, and all of them together w / (1 − rho) times.
function reachChances(innovations: Float64Array, rho: number, goals: readonly Goal[]): readonly number[] {
  const sides = [tiltsOf(innovations, 1), tiltsOf(innovations, -1)];
  return goals.map(({ width, distance }) => {
    const share = 1 - rho ** width;
    const exponents = sides.map((tilts) =>
      Math.min(
        ...tilts.map(({ steepness, growth }) => (width * growth - steepness * distance * (1 - rho)) / share),
      ),
    );
    return exponents.reduce((sum, exponent) => sum + innovations.length * Math.exp(exponent), 0);
  });
}
