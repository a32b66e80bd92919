// One sample: the GPU time of one launch, taken alone or as the slope between two batch lengths.
import { chainedDurations, timePasses } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu, TimedPasses } from '@kernel-ladder/gpu';
import type { Timer } from '@kernel-ladder/schema';
import type { Flush } from './flush.ts';

/** What is timed: an encoder of one launch, on the inputs' copy of that number. */
export interface Repeatable {
  readonly encode: (copy: number) => EncodePass;
  /** Its passes, where each goes to the device in a submission of its own. */
  readonly submissions?: (copy: number) => readonly EncodePass[];
}

/** One launch as it is timed. */
export function timedPasses(subject: Repeatable, copy: number): TimedPasses {
  return subject.submissions?.(copy) ?? subject.encode(copy);
}

/** Samples of one submission; null is a stamp pair that runs backwards. */
export interface Chunk {
  readonly samplesNs: readonly (number | null)[];
  readonly gpuMs: number;
}

/** Takes `count` samples in one submission. */
export interface Sampler {
  readonly method: 'single' | 'slope';
  /** Expected GPU time of one sample, all of its passes, in ns. */
  readonly costNs: number;
  /** Most samples that fit into one submission. */
  readonly maxSamples: number;
  readonly take: (count: number) => Promise<Chunk>;
}

/** Times each launch in a pass of its own; a flush before each empties the cache. */
export function singleSampler(
  gpu: Gpu,
  subject: Repeatable,
  flush: Flush | null,
  estimateNs: number,
): Sampler {
  const perSample = flush ? 2 : 1;
  return {
    method: 'single',
    costNs: estimateNs + (flush?.costNs ?? 0),
    maxSamples: Math.floor(2048 / perSample),
    take: async (count) => {
      const passes = Array.from({ length: count }, () =>
        flush ? [flush.encode, timedPasses(subject, 0)] : [timedPasses(subject, 0)],
      );
      const durations = await timed(gpu, passes.flat());
      const samplesNs = Array.from(
        { length: count },
        (_, index) => durations[perSample * (index + 1) - 1] ?? null,
      );
      return { samplesNs, gpuMs: sum(durations) / 1e6 };
    },
  };
}

/** Whether a launch is too short to be timed alone: 200 ticks bound the quantisation error to half a percent. */
export function needsBatch(estimateNs: number, timer: Timer): boolean {
  return estimateNs < leastAlone(timer);
}

/**
 * Whether a launch that took so long once needs no batch, whatever the clock was then: an idle H200 stands at a sixth of its own,
 * and what runs for the first time may wait for its code.
 */
export function isClearlyLong(seenNs: number, timer: Timer): boolean {
  return seenNs >= 20 * leastAlone(timer);
}

function leastAlone({ tickNs, passOverheadNs }: Timer): number {
  return Math.max(200 * tickNs, 20 * passOverheadNs);
}

// A quantised clock asks for the most: 13 ms of launches, of 1 µs each where they are the shortest.
const longestBatch = 16_384;

/** Launches a batch of the shorter length needs. */
export function batchLength(estimateNs: number, timer: Timer): number {
  const wanted = Math.max(200 * timer.tickNs, 50 * timer.passOverheadNs);
  return Math.min(longestBatch, Math.max(2, Math.ceil(wanted / estimateNs)));
}

/**
 * Times passes of n and 2n launches and gives (T(2n) − T(n)) / n: what begins and ends a pass cancels.
 * `rotation` copies of the inputs take turns; 1 keeps the caches hot.
 */
export function slopeSampler(
  gpu: Gpu,
  subject: Repeatable,
  batch: { readonly length: number; readonly rotation: number; readonly estimateNs: number },
): Sampler {
  const { length, rotation, estimateNs } = batch;
  let next = 0;
  const batchOf = (launches: number): TimedPasses => {
    const all = Array.from({ length: launches }, () => timedPasses(subject, next++ % rotation)).flat();
    if (subject.submissions) return all;
    return (pass) => all.forEach((encode) => encode(pass));
  };
  return slopes((launches) => timed(gpu, launches.map(batchOf)), { length, estimateNs });
}

/** Takes the time of batches, one for each number of launches; null is a time that cannot be. */
export type TimeBatches = (launches: readonly number[]) => Promise<readonly (number | null)[]>;

/** The slope between batches of n and 2n launches, whoever takes their times. */
export function slopes(
  time: TimeBatches,
  { length, estimateNs }: { readonly length: number; readonly estimateNs: number },
): Sampler {
  return {
    method: 'slope',
    costNs: 3 * length * estimateNs,
    maxSamples: 1024,
    take: async (count) => {
      // The longer batch leads in every other sample, so that neither always follows the other.
      const longFirst = Array.from({ length: count }, (_, index) => index % 2 === 0);
      const durations = await time(
        longFirst.flatMap((long) => (long ? [2 * length, length] : [length, 2 * length])),
      );
      const samplesNs = longFirst.map((long, index) => {
        const [first, second] = [durations[2 * index] ?? null, durations[2 * index + 1] ?? null];
        if (first === null || second === null) return null;
        const slope = (long ? first - second : second - first) / length;
        return slope > 0 ? slope : null;
      });
      return { samplesNs, gpuMs: sum(durations) / 1e6 };
    },
  };
}

async function timed(gpu: Gpu, passes: readonly TimedPasses[]): Promise<readonly (number | null)[]> {
  return chainedDurations(await timePasses(gpu, passes));
}

function sum(values: readonly (number | null)[]): number {
  return values.reduce((total: number, value) => total + (value ?? 0), 0);
}
