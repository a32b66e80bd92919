// How much does a series move when nothing changes? Scales of ln(value) that steps and spikes hardly touch.

/** What A/A launches said beforehand: a variance of ln(value) and its degrees of freedom; 0 degrees for nothing. */
export interface Prior {
  readonly variance: number;
  readonly degrees: number;
}

/** One stretch of a series at one level; `end` is exclusive, levels are in ln(value). */
export interface Level {
  readonly start: number;
  readonly end: number;
  readonly median: number;
  /** Mean of the values clipped three robust sigmas from the median. */
  readonly mean: number;
}

/** The noise of a series about its levels, as standard deviations of ln(value). */
export interface Noise {
  /** Indifferent to spikes, aware of two modes: the larger of a MAD and a scale of differences. */
  readonly robust: number;
  /** Of the clipped residuals, pooled with A/A. */
  readonly sigma: number;
  /** Degrees of freedom of `sigma`. */
  readonly degrees: number;
  /** Lag-1 autocorrelation; 0 where there is too little data or none to see. */
  readonly rho: number;
}

/** Noise below this is the resolution of a timer, not knowledge. */
export const smallestSigma = 1e-4;
/** Values further than this many robust sigmas from their level count as if they were this far. */
export const clipSigmas = 3;

/** A value no further from the centre than `reach`. */
export function clip(value: number, centre: number, reach: number): number {
  return Math.min(centre + reach, Math.max(centre - reach, value));
}

/** The median of part of a series. */
export function medianOf(values: Float64Array, start = 0, end = values.length): number {
  const own = values.slice(start, end);
  const half = own.length >> 1;
  const upper = putInPlace(own, half);
  if (own.length % 2 === 1) return upper;
  let lower = own[0] ?? Number.NaN;
  for (let index = 1; index < half; index++) lower = Math.max(lower, own[index] ?? 0);
  return (lower + upper) / 2;
}

// Orders values about a place, the smaller ones before it and the larger ones behind it, and gives the one that comes there (Hoare, Find,
// 1961): judging a long history is one median after the other, and a third of what it takes to sort them.
function putInPlace(values: Float64Array, place: number): number {
  for (let [first, last] = [0, values.length - 1]; first < last;) {
    const { low, high } = parted(values, first, last);
    // Between the two parts all are alike.
    if (place > high && place < low) break;
    if (place >= low) first = low;
    else last = high;
  }
  return values[place] ?? Number.NaN;
}

// Brings those above the one in the middle behind those below it.
function parted(
  values: Float64Array,
  first: number,
  last: number,
): { readonly low: number; readonly high: number } {
  const middle = values[(first + last) >> 1] ?? 0;
  let [low, high] = [first, last];
  while (low <= high) {
    while ((values[low] ?? 0) < middle) low++;
    while ((values[high] ?? 0) > middle) high--;
    if (low > high) break;
    const value = values[low] ?? 0;
    values[low++] = values[high] ?? 0;
    values[high--] = value;
  }
  return { low, high };
}

/**
 * Standard deviation from neighbours: the mean of the smaller nine tenths of |x[i+1] − x[i]|, over 0.9297, which a Gaussian
 * series gives at sigma 1. Few steps and spikes fall into the tenth left out; two alternating modes do not.
 */
export function differenceScale(values: Float64Array): number {
  if (values.length < 2) return 0;
  const steps = new Float64Array(values.length - 1);
  for (let index = 0; index < steps.length; index++)
    steps[index] = Math.abs((values[index + 1] ?? 0) - (values[index] ?? 0));
  steps.sort();
  const kept = Math.max(1, steps.length - Math.floor(steps.length / 10));
  let sum = 0;
  for (let index = 0; index < kept; index++) sum += steps[index] ?? 0;
  return sum / kept / 0.9297;
}

// With this many degrees of its own a series overrules an A/A sigma that a single spike among its launches has blown up.
const ownDegrees = 9;
const largestPriorRatio = 1.5;

/** Two estimates of a variance weighed by their degrees of freedom, as a standard deviation above the timer's floor. */
export function pooledSigma(prior: Prior, variance: number, degrees: number): number {
  const total = prior.degrees + degrees;
  const cap = degrees >= ownDegrees ? largestPriorRatio ** 2 * variance : Infinity;
  const known = Math.min(prior.variance, cap);
  const pooled = total > 0 ? (prior.degrees * known + degrees * variance) / total : 0;
  return Math.max(smallestSigma, Math.sqrt(pooled));
}

/** The stretches between boundaries, with their medians. */
function cutAt(values: Float64Array, boundaries: readonly number[]): readonly Level[] {
  const starts = [0, ...boundaries];
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? values.length;
    const median = medianOf(values, start, end);
    return { start, end, median, mean: median };
  });
}

/**
 * Noise about the levels between boundaries, and those levels with their clipped means. `scale` is the series' own scale of differences,
 * which boundaries do not change: who asks more than once gives it.
 */
export function measureNoise(
  values: Float64Array,
  boundaries: readonly number[],
  prior: Prior,
  scale: number = differenceScale(values),
): { readonly noise: Noise; readonly levels: readonly Level[] } {
  const count = values.length;
  const medians = cutAt(values, boundaries);
  const freedom = Math.max(0, count - medians.length);
  const robust = pooledSigma(prior, Math.max(medianDeviation(values, medians), scale) ** 2, freedom / 2);
  const residuals = new Float64Array(count);
  const levels = medians.map((level) => withClippedMean(values, level, clipSigmas * robust, residuals));
  const squares = residuals.reduce((sum, residual) => sum + residual ** 2, 0);
  const sigma = pooledSigma(prior, freedom > 0 ? squares / freedom : 0, freedom);
  const rho = autocorrelation(residuals, levels, squares);
  return { levels, noise: { robust, sigma, degrees: prior.degrees + freedom, rho } };
}

function medianDeviation(values: Float64Array, levels: readonly Level[]): number {
  const count = values.length;
  const deviations = new Float64Array(count);
  for (const { start, end, median } of levels)
    for (let index = start; index < end; index++) deviations[index] = Math.abs((values[index] ?? 0) - median);
  // 1.4826 makes the median absolute deviation a Gaussian sigma; each fitted level uses up a point.
  return 1.4826 * medianOf(deviations) * Math.sqrt(count / Math.max(1, count - levels.length));
}

function withClippedMean(values: Float64Array, level: Level, reach: number, residuals: Float64Array): Level {
  const { start, end, median } = level;
  let sum = 0;
  for (let index = start; index < end; index++) sum += clip(values[index] ?? 0, median, reach) - median;
  const mean = median + sum / (end - start);
  for (let index = start; index < end; index++)
    residuals[index] = clip(values[index] ?? 0, median, reach) - mean;
  return { ...level, mean };
}

// Fitted levels pull the estimate down by about (1 + 3 rho) / n each (Kendall 1954); below 30 points, or within twice its
// standard error 1/√n of zero, what is left is chance, and acting on it would cost clear steps.
function autocorrelation(residuals: Float64Array, levels: readonly Level[], squares: number): number {
  const count = residuals.length;
  if (count < 30 || squares === 0) return 0;
  let products = 0;
  for (const { start, end } of levels)
    for (let index = start + 1; index < end; index++)
      products += (residuals[index] ?? 0) * (residuals[index - 1] ?? 0);
  const raw = products / squares;
  const rho = Math.min(0.95, raw + (levels.length * (1 + 3 * raw)) / count);
  return rho > 2 / Math.sqrt(count) ? rho : 0;
}

/** How much wider autocorrelation makes the variance of a mean: (1 + rho) / (1 − rho). */
export function inflation(rho: number): number {
  return (1 + rho) / (1 - rho);
}
