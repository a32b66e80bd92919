// A library gets our device for its own: it finds it where a page would, and what it submits is timed by queries of ours.
import { chainedDurations, createBuffer, destroyBuffer, GpuFault, readBuffer } from '@kernel-ladder/harness';
import type { Gpu } from '@kernel-ladder/harness';
import { boundBuffers } from './buffers.ts';
import { watchEncoders } from './encoders.ts';
import type { Encoders } from './encoders.ts';

/** A piece of a library's work, until the device has done it. */
export type Work = () => Promise<void>;

/** A device that is lent. */
export interface Lent extends Pick<Encoders, 'sourcesOf'> {
  /** Does the work and gives the time on the device that its passes took together, in ns; the host's gaps between them do not count. */
  readonly time: (work: Work) => Promise<number>;
  /** Does the work; throws what the device finds invalid, or has no memory for. */
  readonly checked: (work: Work) => Promise<void>;
  /** Bounds the buffers of libraries, in bytes. */
  readonly allow: (bytes: number) => void;
}

const lent = new WeakMap<Gpu, Lent>();

/** Lends a device, once: libraries of this process share it with the harness. */
export function lend(gpu: Gpu): Lent {
  const before = lent.get(gpu);
  if (before) return before;
  offer(gpu.device);
  const encoders = watchEncoders(gpu.device);
  const querySet = gpu.device.createQuerySet({ type: 'timestamp', count: 2 * mostPasses });
  const checked = (work: Work) => inErrorScopes(gpu.device, work);
  const lending: Lent = {
    time: (work) => timed(gpu, { encoders, querySet }, () => checked(work)),
    checked,
    sourcesOf: encoders.sourcesOf,
    allow: boundBuffers(gpu),
  };
  lent.set(gpu, lending);
  return lending;
}

// What a library takes for the browser's: whoever asks gets this device, with all that it offers.
function offer(device: GPUDevice): void {
  const { features, limits, adapterInfo: info } = device;
  const adapter = { features, limits, info, isFallbackAdapter: false, requestDevice: async () => device };
  const gpu = {
    requestAdapter: async () => adapter,
    getPreferredCanvasFormat: () => 'bgra8unorm',
    // None of the operations here asks for one.
    wgslLanguageFeatures: new Set<string>(),
  };
  const value = { gpu, userAgent: 'Node.js' };
  Object.defineProperty(globalThis, 'navigator', { value, configurable: true, writable: true });
}

const mostPasses = 1024;

interface Stopwatch {
  readonly encoders: Encoders;
  readonly querySet: GPUQuerySet;
}

async function timed(gpu: Gpu, { encoders, querySet }: Stopwatch, work: Work): Promise<number> {
  encoders.beginStamps(querySet);
  const passes = await work().finally(encoders.endStamps).then(encoders.endStamps);
  // An answer that did not come from the device has no time on it.
  if (passes === 0) throw new Error('the call submitted no compute pass to the device');
  const durations = chainedDurations(await readStamps(gpu, querySet, passes));
  if (durations.includes(null)) throw new GpuFault('below-resolution', 'a pass ended before it began');
  return durations.reduce((sum: number, ns) => sum + (ns ?? 0), 0);
}

async function readStamps(gpu: Gpu, querySet: GPUQuerySet, passes: number) {
  const bytes = 16 * passes;
  const { QUERY_RESOLVE, COPY_SRC } = GPUBufferUsage;
  const resolved = await createBuffer(gpu, { label: 'stamps', bytes, usage: QUERY_RESOLVE | COPY_SRC });
  try {
    const encoder = gpu.device.createCommandEncoder();
    encoder.resolveQuerySet(querySet, 0, 2 * passes, resolved, 0);
    gpu.device.queue.submit([encoder.finish()]);
    const values = new BigUint64Array(await readBuffer(gpu, resolved, { offset: 0, bytes }));
    return Array.from({ length: passes }, (_, pass) => ({
      beginNs: Number(values[2 * pass]),
      endNs: Number(values[2 * pass + 1]),
    }));
  } finally {
    destroyBuffer(gpu, resolved);
  }
}

const scopes = ['out-of-memory', 'internal', 'validation'] as const;

// Scopes come back in the opposite order.
async function inErrorScopes(device: GPUDevice, work: Work): Promise<void> {
  for (const scope of scopes) device.pushErrorScope(scope);
  const thrown = await work().then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const [invalid, internal, memory] = await Promise.all(scopes.map(() => device.popErrorScope()));
  if (memory) throw new GpuFault('out-of-memory', memory.message);
  const fault = invalid ?? internal;
  if (fault) throw new GpuFault('crashed', fault.message);
  if (thrown) throw thrown.error;
}
