// Is a split more than the best split of the same noise in another order? Tests that pay for having searched.
import { createShuffle } from './random.ts';

/** Noise to shuffle: a series under the hypothesis of one level, and its lag-1 autocorrelation. */
export interface Shuffled {
  readonly values: Float64Array;
  readonly rho: number;
  readonly seed: number;
  /** The test stops, and fails, once the p-value is sure to exceed this. */
  readonly alpha: number;
}

// Draws of a permutation test; where none of the first half reaches what was observed, p is 1 in 500 and that is enough.
const draws = 999;
const enoughDraws = 499;

/** p of the largest split statistic over all places that leave `shortest` points on both sides. */
export function splitPValue(shuffled: Shuffled, shortest: number): number {
  const weights = splitWeights(shuffled.values.length, shortest);
  const observed = largestSplit(shuffled.values, weights) * slack;
  return permutationPValue(shuffled, (values) => largestSplit(values, weights) >= observed);
}

/** p of a window of `width` points that leaves the level, against windows of every width up to 15 at every place. */
export function windowPValue(shuffled: Shuffled, width: number): number {
  const { values, rho } = shuffled;
  const widths = [...new Set([3, 4, 5, 7, 10, 15, width])].toSorted((a, b) => a - b);
  const sums = new Float64Array(values.length + 1);
  const observed = largestWindow(values, widths, sums) * slack;
  const goals = widths.map((each) => ({
    width: each,
    distance: Math.sqrt(observed * each * (1 - each / values.length)),
  }));
  const open = reachable(innovationsOf(values, rho), rho, goals);
  if (open.length === 0) return 1 / (enoughDraws + 1);
  return permutationPValue(shuffled, (order) => reachesWindow(order, open, sums));
}

// Sums of the same numbers in another order may differ in the last bit: a tie counts as reached.
const slack = 1 - 1e-9;

function splitWeights(count: number, shortest: number): Float64Array {
  const weights = new Float64Array(count);
  for (let left = shortest; left <= count - shortest; left++) weights[left] = count / (left * (count - left));
  return weights;
}

// The square of |mean left − mean right| √(k (n − k) / n), at its largest.
function largestSplit(values: Float64Array, weights: Float64Array): number {
  const count = values.length;
  const mean = meanOf(values);
  let sum = 0;
  let largest = 0;
  for (let left = 1; left < count; left++) {
    sum += (values[left - 1] ?? 0) - mean;
    largest = Math.max(largest, sum * sum * (weights[left] ?? 0));
  }
  return largest;
}

// The sum of a window's deviations from the mean that counts as reaching what was observed.
interface Goal {
  readonly width: number;
  readonly distance: number;
}

// The square of a window's sum of deviations over √(w (1 − w/n)), at its largest; `sums` is scratch space.
function largestWindow(values: Float64Array, widths: readonly number[], sums: Float64Array): number {
  const { mean } = sumUp(values, sums);
  const squares = widths.map(
    (width) => farthest(sums, width, mean) ** 2 / (width * (1 - width / values.length)),
  );
  return Math.max(0, ...squares);
}

// Whether any window gets as far as its goal. A window gets no farther than the one before it, which is narrower, and the
// points that it has more: most need not be looked at.
function reachesWindow(values: Float64Array, goals: readonly Goal[], sums: Float64Array): boolean {
  const { mean, largest } = sumUp(values, sums);
  let [width, reach] = [0, 0];
  for (const goal of goals) {
    reach += (goal.width - width) * largest;
    width = goal.width;
    if (reach < goal.distance) continue;
    reach = farthest(sums, width, mean);
    if (reach >= goal.distance) return true;
  }
  return false;
}

// Writes the sums of the first values into `sums`; gives the mean, and the largest deviation from it.
function sumUp(
  values: Float64Array,
  sums: Float64Array,
): { readonly mean: number; readonly largest: number } {
  let [sum, low, high] = [0, Infinity, -Infinity];
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    sum += value;
    sums[index + 1] = sum;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const mean = sum / values.length;
  return { mean, largest: Math.max(high - mean, mean - low) };
}

// The largest deviation of a window's sum from its share of the whole.
function farthest(sums: Float64Array, width: number, mean: number): number {
  let [low, high] = [Infinity, -Infinity];
  for (let end = width; end < sums.length; end++) {
    const sum = (sums[end] ?? 0) - (sums[end - width] ?? 0);
    if (sum < low) low = sum;
    if (sum > high) high = sum;
  }
  return Math.max(high - width * mean, width * mean - low);
}

// The goals that one in 100,000 shuffles may reach: the others need no draws. Chernoff's bound on the sum of a window, at every
// place and of either sign; values drawn without replacement keep it (Joag-Dev and Proschan 1983). In a window of rebuilt values an
// innovation counts up to 1 + rho + … + rho^(w−1) times, and all of them together w / (1 − rho) times.
function reachable(innovations: Float64Array, rho: number, goals: readonly Goal[]): readonly Goal[] {
  const rare = Math.log(1e-5 / innovations.length);
  const sides = [tilt(innovations, 1), tilt(innovations, -1)];
  return goals.filter(({ width, distance }) => {
    const share = 1 - rho ** width;
    const isRare = ({ steepness, growth }: Tilt) =>
      (width * growth - steepness * distance * (1 - rho)) / share < rare;
    return !sides.every((tilts) => tilts.some(isRare));
  });
}

// ln of the mean of exp(steepness × value).
interface Tilt {
  readonly steepness: number;
  readonly growth: number;
}

function tilt(values: Float64Array, sign: 1 | -1): readonly Tilt[] {
  const mean = meanOf(values);
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value - mean)), 0);
  return [1, 2, 4, 6, 8, 12, 16, 32].map((times) => {
    const steepness = times / largest;
    const total = values.reduce((sum, value) => sum + Math.exp(sign * steepness * (value - mean)), 0);
    return { steepness, growth: Math.log(total / values.length) };
  });
}

function meanOf(values: Float64Array): number {
  let total = 0;
  for (let index = 0; index < values.length; index++) total += values[index] ?? 0;
  return total / values.length;
}

// Autocorrelated noise is not exchangeable, its innovations x[i] − rho x[i−1] are: those are shuffled and the series is
// rebuilt from them (a sieve of order one, Bühlmann 1997). With rho 0 this is the plain permutation test.
function permutationPValue(
  { values, rho, seed, alpha }: Shuffled,
  reaches: (order: Float64Array) => boolean,
): number {
  const innovations = innovationsOf(values, rho);
  const shuffle = createShuffle(seed);
  const rebuilt = rho === 0 ? innovations : new Float64Array(values.length);
  const allowed = Math.floor(alpha * (draws + 1)) - 1;
  let reached = 0;
  for (let draw = 1; draw <= draws; draw++) {
    shuffle(innovations);
    if (rho !== 0) rebuild(innovations, rho, rebuilt);
    if (reaches(rebuilt)) reached++;
    const isClear = reached > allowed || (reached === 0 && draw === enoughDraws);
    if (isClear) return (reached + 1) / (draw + 1);
  }
  return (reached + 1) / (draws + 1);
}

function innovationsOf(values: Float64Array, rho: number): Float64Array {
  const mean = meanOf(values);
  return values.map((value, index) => {
    if (index === 0) return (value - mean) * Math.sqrt(1 - rho ** 2);
    return value - mean - rho * ((values[index - 1] ?? 0) - mean);
  });
}

function rebuild(innovations: Float64Array, rho: number, out: Float64Array): void {
  let value = (innovations[0] ?? 0) / Math.sqrt(1 - rho ** 2);
  out[0] = value;
  for (let index = 1; index < innovations.length; index++) {
    value = rho * value + (innovations[index] ?? 0);
    out[index] = value;
  }
}
