// The sampling loop: warm up until the clock holds still, sample until the median is known well enough.
import type { Cache, Timing } from '@kernel-ladder/schema';
import { median } from '@kernel-ladder/stats';
import type { EffortLimits } from './effort.ts';
import type { Chunk, Sampler } from './sampler.ts';
import { relativeHalfWidth, stop } from './stop.ts';
import type { Width } from './stop.ts';
import { summarise } from './summary.ts';

/** How long to look, and who is told. */
export interface CollectRequest {
  readonly limits: EffortLimits;
  /** Whether the device has just been seen at full clock. */
  readonly isSpunUp?: boolean;
  /** Awaited between timed stretches: may take away what launches have left. */
  readonly between?: () => Promise<void>;
  readonly onProgress?: (phase: 'warm-up' | 'sample', done: number) => void;
}

/** The summary and the samples behind it, in time order. */
export interface Measurement {
  readonly timing: Timing;
  readonly samplesNs: readonly number[];
  /** More than one pair in a hundred ran backwards or negative. */
  readonly timerUnreliable: boolean;
}

/** Warms up, samples until the median is known well enough, and sums up. */
export async function collect(sampler: Sampler, cache: Cache, request: CollectRequest): Promise<Measurement> {
  const paced = pace(sampler, request.limits);
  const warmupMs = await warmUp(paced, request);
  const { samplesNs, rejected, stopReason } = await sample(paced, request);
  const conditions = { cache, hazard: 'serial', method: sampler.method, warmupMs, stopReason } as const;
  return {
    timing: summarise(samplesNs, conditions),
    samplesNs,
    timerUnreliable: rejected > 0.01 * (rejected + samplesNs.length),
  };
}

/** A sampler whose chunks have the length that they are to have. */
interface Paced {
  /** What a sample costs, in ms: expected at first, then what the last one did. */
  readonly costMs: () => number;
  /** As many samples as fit, `most` at most. */
  readonly take: (most: number) => Promise<Chunk>;
}

function pace(sampler: Sampler, { chunkMs }: EffortLimits): Paced {
  let costMs = sampler.costNs / 1e6;
  return {
    costMs: () => costMs,
    take: async (most) => {
      const fitting = Math.min(512, sampler.maxSamples, most, Math.floor(chunkMs / costMs));
      const chunk = await sampler.take(Math.max(1, fitting));
      if (chunk.gpuMs > 0) costMs = chunk.gpuMs / chunk.samplesNs.length;
      return chunk;
    },
  };
}

const mostWarmUpSamples = 10;

// With the clock seen up, what is left to settle is the launch's own: its pages, its caches, its queue.
const atFullClockMs = 50;

async function warmUp(paced: Paced, request: CollectRequest): Promise<number> {
  const { limits, isSpunUp, onProgress } = request;
  onProgress?.('warm-up', 0);
  // A launch that takes longer than a warm-up needs none beside that of the clock: its check has launched it.
  if (isSpunUp && paced.costMs() >= limits.warmupMs) return 0;
  return Math.round(await warmUpLaunches(paced, request));
}

// Time of the device counts: a host that is busy with other things has not warmed it up.
async function warmUpLaunches(
  { take, costMs }: Paced,
  { limits, isSpunUp, between, onProgress }: CollectRequest,
): Promise<number> {
  const dueMs = isSpunUp ? Math.min(limits.warmupMs, atFullClockMs) : limits.warmupMs;
  const recent: number[] = [];
  let busyMs = 0;
  // A variant with a clock of its own may take longer than it says.
  const start = performance.now();
  while (busyMs < limits.maxWarmupMs && performance.now() - start < limits.maxWallMs) {
    const chunk = await take(mostWarmUpSamples);
    busyMs += chunk.gpuMs;
    await between?.();
    recent.push(...chunk.samplesNs.filter((value) => value !== null));
    onProgress?.('warm-up', Math.min(1, busyMs / dueMs));
    if (busyMs >= dueMs && isSteady(recent, costMs() / dueMs)) break;
  }
  return busyMs;
}

// The two halves of a warm-up, or of as many samples as tell: of a long launch one beside another.
function isSteady(recent: readonly number[], shareOfWarmUp: number): boolean {
  const count = Math.max(1, Math.min(mostWarmUpSamples, Math.floor(0.5 / shareOfWarmUp)));
  if (recent.length < 2 * count) return false;
  const [before, after] = [median(recent.slice(-2 * count, -count)), median(recent.slice(-count))];
  return Math.abs(after / before - 1) < 0.01;
}

async function sample({ take }: Paced, { limits, between, onProgress }: CollectRequest) {
  const samplesNs: number[] = [];
  const widths: Width[] = [];
  const start = performance.now();
  let [gpuMs, rejected] = [0, 0];
  onProgress?.('sample', 0);
  for (;;) {
    const chunk = await take(limits.maxSamples - samplesNs.length);
    const valid = chunk.samplesNs.filter((value) => value !== null);
    rejected += chunk.samplesNs.length - valid.length;
    samplesNs.push(...valid);
    gpuMs += chunk.gpuMs;
    if (samplesNs.length > 0) widths.push({ n: samplesNs.length, relative: relativeHalfWidth(samplesNs) });
    const spent = { n: samplesNs.length, gpuMs, wallMs: performance.now() - start };
    onProgress?.('sample', Math.min(1, spent.n / limits.minSamples, gpuMs / limits.minGpuMs));
    const stopReason = stop(spent, widths, limits);
    if (stopReason && samplesNs.length > 0) return { samplesNs, rejected, stopReason };
    await between?.();
    if (rejected > 1000 && samplesNs.length === 0) throw new Error('the timer gave no valid pair of stamps');
  }
}
