// How long a measurement may take and how sure it must be.
import type { Effort } from '@kernel-ladder/schema';

/** Limits of one measurement; all times in milliseconds. */
export interface EffortLimits {
  readonly minSamples: number;
  /** As many as are taken where they take no more than `ampleGpuMs`. */
  readonly ampleSamples: number;
  readonly ampleGpuMs: number;
  readonly maxSamples: number;
  readonly minGpuMs: number;
  readonly maxGpuMs: number;
  readonly maxWallMs: number;
  /** Launches of one submission: far below the two seconds after which drivers reset a device. */
  readonly chunkMs: number;
  readonly warmupMs: number;
  readonly maxWarmupMs: number;
  /** Wanted half-width of the median's 95 % interval, as a share of the median. */
  readonly relativeHalfWidth: number;
}

const limits: { readonly [Name in Effort]: EffortLimits } = {
  quick: {
    // Of fewer samples not even the whole range is a 95 % interval of the median; of twenty it leaves the four fastest and the four slowest out.
    minSamples: 6,
    ampleSamples: 20,
    ampleGpuMs: 200,
    maxSamples: 200,
    minGpuMs: 20,
    maxGpuMs: 500,
    maxWallMs: 3000,
    // A little more than is enough, so that one submission is.
    chunkMs: 25,
    warmupMs: 50,
    maxWarmupMs: 500,
    relativeHalfWidth: 0.01,
  },
  // Less than 150 ms of warm-up was seen 30 % off on hardware that ramps its clocks.
  normal: {
    // Twenty show how a spread lies, too.
    minSamples: 20,
    ampleSamples: 30,
    ampleGpuMs: 500,
    maxSamples: 2000,
    minGpuMs: 100,
    // On an H200 the first six to nine samples of launches of 230 to 400 ms, which take so long, knew the median to 0.9 % at worst: within 0.13 % of that of
    // eight to fourteen.
    maxGpuMs: 2000,
    maxWallMs: 10_000,
    // Two are enough, though no launch fills one to its end.
    chunkMs: 56,
    warmupMs: 200,
    maxWarmupMs: 2000,
    relativeHalfWidth: 0.01,
  },
  strict: {
    minSamples: 100,
    ampleSamples: 100,
    ampleGpuMs: 0,
    maxSamples: 20_000,
    minGpuMs: 500,
    maxGpuMs: 15_000,
    maxWallMs: 60_000,
    chunkMs: 50,
    warmupMs: 200,
    maxWarmupMs: 2000,
    relativeHalfWidth: 0.003,
  },
};

// A software adapter's times prove nothing, so that no long look at them is worth its while. It has no clock to bring up either.
const software: EffortLimits = {
  ...limits.quick,
  minSamples: 3,
  ampleGpuMs: 0,
  maxSamples: 5,
  minGpuMs: 0,
  maxGpuMs: 20,
  maxWallMs: 100,
  warmupMs: 0,
  maxWarmupMs: 0,
};

/** The limits of an effort; a software adapter always gets the least. */
export function limitsOf(effort: Effort, isSoftware: boolean): EffortLimits {
  return isSoftware ? software : limits[effort];
}

// Other people's kernels are watched, not judged: their medians need not be known as well as those of ours.
const leastSamples = 10;
const longestWarmupMs = 200;

/**
 * The limits of a variant that runs itself: those of `quick`, with ten samples where they fit, unless `strict` is asked for. A full run
 * has hundreds of such rows.
 */
export function selfRunLimits(effort: Effort, isSoftware: boolean): EffortLimits {
  if (isSoftware || effort === 'strict') return limitsOf(effort, isSoftware);
  return { ...limits.quick, minSamples: leastSamples, ampleGpuMs: 0, maxWarmupMs: longestWarmupMs };
}
