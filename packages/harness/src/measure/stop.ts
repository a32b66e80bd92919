// When a measurement has seen enough: the median is known well enough, or more samples would not help.
import type { StopReason } from '@kernel-ladder/schema';
import { median, medianInterval, sorted } from '@kernel-ladder/stats';
import type { EffortLimits } from './effort.ts';

/** What a measurement has cost so far. */
export interface Spent {
  readonly n: number;
  readonly gpuMs: number;
  readonly wallMs: number;
}

/** How well the median was known after n samples: half of its interval over itself. */
export interface Width {
  readonly n: number;
  readonly relative: number;
}

/** The reason to stop now; null to go on. */
export function stop(spent: Spent, widths: readonly Width[], limits: EffortLimits): StopReason | null {
  const isLeast = spent.n >= limits.minSamples && spent.gpuMs >= limits.minGpuMs;
  const isEnough = isLeast && (spent.n >= limits.ampleSamples || spent.gpuMs >= limits.ampleGpuMs);
  return (isEnough ? satisfied(widths, limits) : null) ?? exhausted(spent, limits);
}

/** Half of the median's 95 % interval, as a share of the median. */
export function relativeHalfWidth(samplesNs: readonly number[]): number {
  const ascending = sorted(samplesNs);
  const { low, high } = medianInterval(ascending);
  return (high - low) / 2 / median(ascending);
}

function satisfied(widths: readonly Width[], { relativeHalfWidth: wanted }: EffortLimits): StopReason | null {
  const now = widths.at(-1);
  if (!now) return null;
  if (now.relative <= wanted) return 'converged';
  // Twice the samples narrow the interval of independent noise by 1/√2; where they do not, more will not either.
  const before = widths.findLast((width) => width.n <= now.n / 2);
  return before && now.relative > 0.95 * before.relative ? 'noise-plateau' : null;
}

function exhausted({ n, gpuMs, wallMs }: Spent, limits: EffortLimits): StopReason | null {
  if (n >= limits.maxSamples) return 'max-samples';
  if (gpuMs >= limits.maxGpuMs && n >= 3) return 'max-gpu-time';
  return wallMs >= limits.maxWallMs ? 'max-wall' : null;
}
