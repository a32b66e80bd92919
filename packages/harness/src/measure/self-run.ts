// Samples of a variant that runs itself: the host's clock round its runs, or the times that it brings.
import type { Cache, Timer } from '@kernel-ladder/schema';
import { median } from '@kernel-ladder/stats';
import type { Prepared, SelfRunVariant } from '../contract/family.ts';
import { collect } from './collect.ts';
import type { CollectRequest, Measurement } from './collect.ts';
import { batchLength, needsBatch, slopes } from './sampler.ts';
import type { Sampler } from './sampler.ts';

/** What is wanted of the measurement, and whose clock takes it. */
export interface SelfRunRequest
  extends Pick<CollectRequest, 'limits' | 'onProgress'>, Pick<SelfRunVariant<never>, 'clock'> {
  readonly cache: Cache;
}

/** Times a variant that runs itself, by the same stopping rule and summary as a launch. */
export async function measureSelfRun(prepared: Prepared, request: SelfRunRequest): Promise<Measurement> {
  const sampler = request.clock === 'host' ? await hostSampler(prepared) : await peerSampler(prepared);
  // Its check has run it: what takes longer than a warm-up needs none.
  const measurement = await collect(sampler, request.cache, { ...request, isSpunUp: true });
  return { ...measurement, timing: { ...measurement.timing, clock: request.clock } };
}

const mostCalls = 10;
const mostCallsMs = 100;

/**
 * The host's time round a call, in ns: the median of ten, or of as few as a measurement of the effort takes or a tenth of a second has room
 * for. `before` each of them the caches are brought into the state in which the samples found them.
 */
export async function medianWallNs(
  call: () => Promise<void>,
  { minSamples }: SelfRunRequest['limits'],
  before?: () => Promise<void>,
): Promise<number> {
  const most = Math.min(mostCalls, minSamples);
  const samples: number[] = [];
  for (
    let spentMs = 0;
    samples.length < most && spentMs < mostCallsMs;
    spentMs += (samples.at(-1) ?? 0) / 1e6
  ) {
    await before?.();
    const start = performance.now();
    await call();
    samples.push((performance.now() - start) * 1e6);
  }
  return Math.max(1, Math.round(median(samples)));
}

// The price of looking at the clock takes the place of that of a pass.
async function hostSampler(prepared: Prepared): Promise<Sampler> {
  const timer = hostTimer();
  const time = (launches: readonly number[]) => eachInTurn(launches, (count) => wallNs(prepared, count));
  const estimateNs = await estimate(() => wallNs(prepared, 1));
  if (needsBatch(estimateNs, timer))
    return slopes(time, { length: batchLength(estimateNs, timer), estimateNs });
  return oneByOne(estimateNs, () => wallNs(prepared, 1));
}

async function peerSampler(prepared: Prepared): Promise<Sampler> {
  const own = async () => {
    const ns = await prepared.run();
    if (ns === undefined) throw new Error('a variant with a clock of its own brought no time');
    return ns;
  };
  const sampler = atWork(oneByOne(await estimate(own), own));
  const { gpuMs } = await sampler.take(1);
  return { ...sampler, costNs: Math.max(1, 1e6 * gpuMs), method: prepared.method?.() ?? 'single' };
}

// A sample is one launch's time. What comes with it, such as emptying caches or a batch of launches, keeps the device at work too.
function atWork({ take, ...sampler }: Sampler): Sampler {
  return {
    ...sampler,
    take: async (count) => {
      const start = performance.now();
      const taken = await take(count);
      return { ...taken, gpuMs: performance.now() - start };
    },
  };
}

function oneByOne(estimateNs: number, time: () => Promise<number>): Sampler {
  return {
    method: 'single',
    costNs: estimateNs,
    maxSamples: 1024,
    take: async (count) => {
      const samplesNs = await eachInTurn(Array.from({ length: count }), time);
      return { samplesNs, gpuMs: samplesNs.reduce((sum, ns) => sum + ns, 0) / 1e6 };
    },
  };
}

async function estimate(time: () => Promise<number>): Promise<number> {
  const first = await time();
  if (first > 20e6) return first;
  const more = await eachInTurn(Array.from({ length: 8 }), time);
  return Math.max(1, median(more.slice(3)));
}

async function eachInTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}

// Waiting for what is no promise would cost a turn of the event loop's queue: a loop on the CPU takes less.
async function wallNs({ run }: Prepared, count: number): Promise<number> {
  const start = performance.now();
  for (let done = 0; done < count; done++) {
    const ran = run();
    if (ran instanceof Promise) await ran;
  }
  return (performance.now() - start) * 1e6;
}

// The smallest step of the host's clock that shows, and what it costs to look twice.
function hostTimer(): Timer {
  const looks = Array.from({ length: 1000 }, () => performance.now());
  const gapsNs = looks.slice(1).map((at, index) => (at - (looks[index] ?? at)) * 1e6);
  const steps = gapsNs.filter((gap) => gap > 0);
  return {
    tickNs: steps.length > 0 ? Math.min(...steps) : 1e6,
    quantized: false,
    passOverheadNs: 2 * median(gapsNs),
    dispatchNs: 0,
  };
}
