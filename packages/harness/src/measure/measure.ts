// The sampling loop: warm up until the clock holds still, sample until the median is known well enough.
import { chainedDurations, timePasses } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { Cache, Timer, Timing } from '@kernel-ladder/schema';
import { median } from '@kernel-ladder/stats';
import type { EffortLimits } from './effort.ts';
import { canFlush, createFlush } from './flush.ts';
import type { Flush } from './flush.ts';
import type { Launch } from '../launch/launch.ts';
import { batchLength, needsBatch, singleSampler, slopeSampler, timedPasses } from './sampler.ts';
import type { Sampler } from './sampler.ts';
import { relativeHalfWidth, stop } from './stop.ts';
import type { Width } from './stop.ts';
import { summarise } from './summary.ts';

/** What is wanted of a measurement. */
export interface MeasureRequest {
  readonly cache: 'cold' | 'hot';
  readonly limits: EffortLimits;
  readonly timer: Timer;
  readonly llcBytes: number;
  /** Awaited between timed stretches: may take away what launches have left. */
  readonly between?: () => Promise<void>;
  readonly onProgress?: (phase: 'warm-up' | 'sample', done: number) => void;
}

type Looking = Pick<MeasureRequest, 'limits' | 'between' | 'onProgress'>;

/** The summary and the samples behind it, in time order. */
export interface Measurement {
  readonly timing: Timing;
  readonly samplesNs: readonly number[];
  /** More than one pair in a hundred ran backwards or negative. */
  readonly timerUnreliable: boolean;
}

/**
 * Times one launch in the wanted cache state. A footprint of three caches is `streaming` whatever was asked; a short
 * launch whose inputs are too small to be rotated out of the cache is `hot`.
 */
export async function measure(gpu: Gpu, launch: Launch, request: MeasureRequest): Promise<Measurement> {
  const estimateNs = await estimate(gpu, launch);
  const batched = needsBatch(estimateNs, request.timer);
  const cache = cacheState(gpu, launch, request, batched);
  const flush = cache === 'cold' && !batched ? await flushFor(gpu, launch, request) : null;
  try {
    const sampler = batched
      ? await batchSampler(gpu, launch, { cache, estimateNs, request })
      : singleSampler(gpu, launch, flush, estimateNs);
    return await collect(sampler, cache, request);
  } finally {
    flush?.free();
  }
}

/** Warms up, samples until the median is known well enough, and sums up. */
export async function collect(sampler: Sampler, cache: Cache, request: Looking): Promise<Measurement> {
  const warmupMs = await warmUp(sampler, request);
  const { samplesNs, rejected, stopReason } = await sample(sampler, request);
  const conditions = { cache, hazard: 'serial', method: sampler.method, warmupMs, stopReason } as const;
  return {
    timing: summarise(samplesNs, conditions),
    samplesNs,
    timerUnreliable: rejected > 0.01 * (rejected + samplesNs.length),
  };
}

async function estimate(gpu: Gpu, launch: Launch): Promise<number> {
  const [first] = await durationsOf(gpu, launch, 1);
  // The check has launched it before: in software there is nothing left to settle.
  if (first !== undefined && (first > 20e6 || gpu.facts.software)) return Math.max(1, first);
  const durations = (await durationsOf(gpu, launch, 8)).slice(3);
  return Math.max(1, median(durations.length > 0 ? durations : [1]));
}

async function durationsOf(gpu: Gpu, launch: Launch, count: number): Promise<readonly number[]> {
  const stamps = await timePasses(
    gpu,
    Array.from({ length: count }, () => timedPasses(launch, 0)),
  );
  return chainedDurations(stamps).filter((value) => value !== null);
}

async function flushFor(gpu: Gpu, launch: Launch, request: MeasureRequest): Promise<Flush | null> {
  const [fence] = launch.outputs.values();
  return fence ? createFlush(gpu, request.llcBytes, fence) : null;
}

const mostRotationBytes = 2 ** 31;
const mostCopies = 1024;

function cacheState(gpu: Gpu, launch: Launch, request: MeasureRequest, batched: boolean): Cache {
  if (launch.footprintBytes >= 3 * request.llcBytes) return 'streaming';
  if (request.cache === 'hot') return 'hot';
  if (!batched) return canFlush(gpu, request.llcBytes) ? 'cold' : 'hot';
  const copies = copiesOf(launch, request.llcBytes);
  return copies <= mostCopies && copies * launch.inputBytes <= mostRotationBytes ? 'cold' : 'hot';
}

// Enough copies that one comes round only after three caches' worth of others.
function copiesOf({ inputBytes }: Launch, llcBytes: number): number {
  return inputBytes === 0 ? Number.POSITIVE_INFINITY : 1 + Math.ceil((3 * llcBytes) / inputBytes);
}

async function batchSampler(
  gpu: Gpu,
  launch: Launch,
  { cache, estimateNs, request }: { cache: Cache; estimateNs: number; request: MeasureRequest },
): Promise<Sampler> {
  const rotation = cache === 'cold' ? copiesOf(launch, request.llcBytes) : 1;
  await launch.addCopies(rotation);
  const length = batchLength(estimateNs, request.timer);
  return slopeSampler(gpu, launch, { length, rotation, estimateNs });
}

// About 50 ms a submission: far below the two seconds after which drivers reset a device.
function chunkSize(sampler: Sampler): number {
  return Math.max(1, Math.min(512, sampler.maxSamples, Math.floor(50e6 / sampler.costNs)));
}

async function warmUp(sampler: Sampler, { limits, between, onProgress }: Looking): Promise<number> {
  const recent: number[] = [];
  let busyMs = 0;
  onProgress?.('warm-up', 0);
  for (const start = performance.now(); performance.now() - start < limits.maxWarmupMs;) {
    const chunk = await sampler.take(Math.min(10, chunkSize(sampler)));
    busyMs += chunk.gpuMs;
    await between?.();
    recent.push(...chunk.samplesNs.filter((value) => value !== null));
    onProgress?.('warm-up', Math.min(1, busyMs / limits.warmupMs));
    if (busyMs >= limits.warmupMs && isSteady(recent)) break;
  }
  return Math.round(busyMs);
}

function isSteady(recent: readonly number[]): boolean {
  if (recent.length < 20) return false;
  const [before, after] = [median(recent.slice(-20, -10)), median(recent.slice(-10))];
  return Math.abs(after / before - 1) < 0.01;
}

async function sample(sampler: Sampler, { limits, between, onProgress }: Looking) {
  const samplesNs: number[] = [];
  const widths: Width[] = [];
  const start = performance.now();
  let [gpuMs, rejected] = [0, 0];
  for (;;) {
    const room = Math.max(1, Math.min(chunkSize(sampler), limits.maxSamples - samplesNs.length));
    const chunk = await sampler.take(room);
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
