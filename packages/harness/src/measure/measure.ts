// How a launch is to be timed: its length says whether alone or in a batch, its inputs what the caches hold.
import { chainedDurations, hasTimestamps, timePasses } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { Cache, Timer } from '@kernel-ladder/schema';
import { median } from '@kernel-ladder/stats';
import { collect } from './collect.ts';
import type { CollectRequest, Measurement } from './collect.ts';
import { canFlush, createFlush } from './flush.ts';
import type { Flush } from './flush.ts';
import type { Launch } from '../launch/launch.ts';
import {
  batchLength,
  isClearlyLong,
  needsBatch,
  singleSampler,
  slopeSampler,
  timedPasses,
} from './sampler.ts';
import type { Sampler } from './sampler.ts';

/** What is wanted of a measurement. */
export interface MeasureRequest extends CollectRequest {
  readonly cache: 'cold' | 'hot';
  readonly timer: Timer;
  readonly llcBytes: number;
  /** What an earlier launch took, at whatever clock; null where nobody has seen one. */
  readonly seenNs: number | null;
}

/**
 * Times one launch in the wanted cache state. A footprint of three caches is `streaming` whatever was asked; a short
 * launch whose inputs are too small to be rotated out of the cache is `hot`. On the host's clock everything is a slope: what it takes to
 * submit and to be told of the end cancels.
 */
export async function measure(gpu: Gpu, launch: Launch, request: MeasureRequest): Promise<Measurement> {
  const estimateNs = await estimate(gpu, launch, request);
  const measured = await measureAs(gpu, launch, { ...request, estimateNs });
  const { timer } = request;
  if (!hasTimestamps(gpu)) return { ...measured, timing: { ...measured.timing, clock: 'host' } };
  if (!isClearlyLong(estimateNs, timer) || !needsBatch(measured.timing.medianNs, timer)) return measured;
  // The one launch that was seen had waited for something: those that are timed are short.
  const again = await estimate(gpu, launch, { ...request, seenNs: null });
  return measureAs(gpu, launch, { ...request, estimateNs: again });
}

interface EstimatedRequest extends MeasureRequest {
  readonly estimateNs: number;
}

async function measureAs(gpu: Gpu, launch: Launch, request: EstimatedRequest): Promise<Measurement> {
  const { estimateNs } = request;
  const batched = !hasTimestamps(gpu) || needsBatch(estimateNs, request.timer);
  const cache = cacheState(gpu, launch, request, batched);
  const flush = cache === 'cold' && !batched ? await flushFor(gpu, launch, request) : null;
  try {
    const sampler = batched
      ? await batchSampler(gpu, launch, { ...request, cache })
      : singleSampler(gpu, launch, flush, estimateNs);
    return await collect(sampler, cache, request);
  } finally {
    flush?.free();
  }
}

// What is long at whatever clock needs no look of its own; the few launches before the median are those that still settle.
async function estimate(
  gpu: Gpu,
  launch: Launch,
  { seenNs, timer }: Pick<MeasureRequest, 'seenNs' | 'timer'>,
): Promise<number> {
  if (seenNs !== null && isClearlyLong(seenNs, timer)) return seenNs;
  const [first] = await durationsOf(gpu, launch, 1);
  // The check has launched it before: in software there is nothing left to settle.
  if (first !== undefined && (isClearlyLong(first, timer) || gpu.facts.software)) return Math.max(1, first);
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
  {
    cache,
    estimateNs,
    timer,
    llcBytes,
  }: Pick<EstimatedRequest, 'estimateNs' | 'timer' | 'llcBytes'> & { readonly cache: Cache },
): Promise<Sampler> {
  const rotation = cache === 'cold' ? copiesOf(launch, llcBytes) : 1;
  await launch.addCopies(rotation);
  const length = batchLength(estimateNs, timer);
  return slopeSampler(gpu, launch, { length, rotation, estimateNs });
}
