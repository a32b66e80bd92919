// Compute passes with a timestamp at both ends, read back once per submission.
import { createBuffer, destroyBuffer } from './buffers.ts';
import { hasTimestamps, raceLoss } from './device.ts';
import type { Gpu, TimestampSlots } from './device.ts';
import { readBehind } from './read-back.ts';
import type { Wanted } from './read-back.ts';
import { submit } from './submit.ts';

/** Records dispatches into an open pass. */
export type EncodePass = (pass: GPUComputePassEncoder) => void;

/** What one stamp pair is taken of: a pass, or several of them, each in a submission of its own. */
export type TimedPasses = EncodePass | readonly EncodePass[];

/** When a pass began and ended, in nanoseconds of the device's clock; of a device without one, of the host's. */
export interface Stamp {
  readonly beginNs: number;
  readonly endNs: number;
}

/** Most passes that one submission can time: a query set holds 4096 stamps. */
export const maxTimedPasses = 2048;

/**
 * Submits the passes in order in one command buffer and waits; returns a stamp pair per pass. Of several passes as one the pair is
 * the beginning of the first and the end of the last: what the host takes from one submission to the next is in between.
 * A device without timestamps gets each pass in a submission of its own, and the host looks at its clock before and after.
 */
export async function timePasses(gpu: Gpu, passes: readonly TimedPasses[]): Promise<Stamp[]> {
  if (passes.length > maxTimedPasses)
    throw new RangeError(`${passes.length} passes, at most ${maxTimedPasses}`);
  return hasTimestamps(gpu) ? stampPasses(gpu, passes) : watchPasses(gpu, passes);
}

async function watchPasses(gpu: Gpu, passes: readonly TimedPasses[]): Promise<Stamp[]> {
  const stamps: Stamp[] = [];
  for (const timed of passes) {
    const parts = typeof timed === 'function' ? [timed] : timed;
    const beginNs = hostNs();
    for (const part of parts.slice(0, -1)) gpu.device.queue.submit([encoded(gpu, [part]).finish()]);
    await submitPasses(gpu, parts.slice(-1));
    stamps.push({ beginNs, endNs: hostNs() });
  }
  return stamps;
}

// Browsers give their clock in steps of microseconds at best; what a float says beyond that is rounding.
function hostNs(): number {
  return Math.round(performance.now() * 1000) * 1000;
}

async function stampPasses(gpu: Gpu, passes: readonly TimedPasses[]): Promise<Stamp[]> {
  const slots = (gpu.timestamps.slots ??= await createSlots(gpu));
  let encoder = gpu.device.createCommandEncoder();
  for (const [index, timed] of passes.entries()) {
    const parts = typeof timed === 'function' ? [timed] : timed;
    for (const [part, encode] of parts.entries()) {
      const isEdge = { first: part === 0, last: part === parts.length - 1 };
      const stamps = stampsOf(slots.querySet, index, isEdge);
      const pass = encoder.beginComputePass(stamps === null ? {} : { timestampWrites: stamps });
      encode(pass);
      pass.end();
      if (parts.length === 1) continue;
      gpu.device.queue.submit([encoder.finish()]);
      encoder = gpu.device.createCommandEncoder();
    }
  }
  const bytes = passes.length * 16;
  encoder.resolveQuerySet(slots.querySet, 0, passes.length * 2, slots.resolved, 0);
  encoder.copyBufferToBuffer(slots.resolved, 0, slots.staging, 0, bytes);
  await clocked(gpu, async () => {
    await submit(gpu, encoder);
    await raceLoss(gpu, slots.staging.mapAsync(GPUMapMode.READ, 0, bytes));
  });
  const stamps = readStamps(slots.staging.getMappedRange(0, bytes));
  slots.staging.unmap();
  return stamps;
}

// By device: from a submission of passes until they were done, added up.
const workedMs = new WeakMap<GPUDevice, number>();

/** How long a device has worked on passes so far, by the host's clock, in ms: with what comes back by their own submission and the rest of a nap, without other copies and uploads. */
export function deviceMs({ device }: Gpu): number {
  return workedMs.get(device) ?? 0;
}

async function clocked<T>(gpu: Gpu, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    workedMs.set(gpu.device, deviceMs(gpu) + performance.now() - start);
  }
}

// The places of a pair, of which a pass in the middle writes none.
function stampsOf(
  querySet: GPUQuerySet,
  pair: number,
  isEdge: { readonly first: boolean; readonly last: boolean },
): GPUComputePassTimestampWrites | null {
  if (!isEdge.first && !isEdge.last) return null;
  return {
    querySet,
    ...(isEdge.first ? { beginningOfPassWriteIndex: 2 * pair } : {}),
    ...(isEdge.last ? { endOfPassWriteIndex: 2 * pair + 1 } : {}),
  };
}

/** Submits untimed passes and waits until the device has done them; returns the host's time inside `queue.submit`, in ms. */
export async function submitPasses(gpu: Gpu, passes: readonly EncodePass[]): Promise<number> {
  const encoder = encoded(gpu, passes);
  return clocked(gpu, async () => {
    const submitMs = await submit(gpu, encoder);
    await raceLoss(gpu, gpu.device.queue.onSubmittedWorkDone());
    return submitMs;
  });
}

/** Submits untimed passes, and leaves waiting to whoever reads what they write; returns the host's time inside `queue.submit`, in ms. */
export function sendPasses(gpu: Gpu, passes: readonly EncodePass[]): Promise<number> {
  return submit(gpu, encoded(gpu, passes));
}

/** Submits untimed passes with what is wanted of the buffers that they leave, a MiB or so: the device is waited for once. */
export async function submitAndRead(
  gpu: Gpu,
  passes: readonly EncodePass[],
  wanted: readonly Wanted[],
): Promise<void> {
  const encoder = encoded(gpu, passes);
  await clocked(gpu, () =>
    readBehind(gpu, { encoder, wanted }, async () => void (await submit(gpu, encoder))),
  );
}

function encoded(gpu: Gpu, passes: readonly EncodePass[]): GPUCommandEncoder {
  const encoder = gpu.device.createCommandEncoder();
  for (const encode of passes) {
    const pass = encoder.beginComputePass();
    encode(pass);
    pass.end();
  }
  return encoder;
}

/**
 * Durations in ns with chained ends: `end_k − max(begin_k, end_{k−1})`. A begin stamp is written before the
 * pass waits for its predecessor, so on Vulkan end − begin can hold the tail of the pass before.
 * A pair that runs backwards or is empty gives null.
 */
export function chainedDurations(stamps: readonly Stamp[]): (number | null)[] {
  return stamps.map(({ beginNs, endNs }, index) => {
    const previousEnd = stamps[index - 1]?.endNs ?? 0;
    const duration = endNs - Math.max(beginNs, previousEnd);
    const valid = endNs >= beginNs && endNs > 0 && duration >= 0;
    return valid ? duration : null;
  });
}

async function createSlots(gpu: Gpu): Promise<TimestampSlots> {
  const querySet = gpu.device.createQuerySet({ type: 'timestamp', count: 2 * maxTimedPasses });
  const bytes = maxTimedPasses * 16;
  const { QUERY_RESOLVE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
  const resolved = await createBuffer(gpu, { label: 'timestamps', bytes, usage: QUERY_RESOLVE | COPY_SRC });
  const staging = await createBuffer(gpu, {
    label: 'timestamps read-back',
    bytes,
    usage: COPY_DST | MAP_READ,
  });
  return {
    querySet,
    resolved,
    staging,
    free: () => {
      querySet.destroy();
      destroyBuffer(gpu, resolved);
      destroyBuffer(gpu, staging);
    },
  };
}

function readStamps(mapped: ArrayBuffer): Stamp[] {
  const values = new BigUint64Array(mapped);
  return Array.from({ length: values.length / 2 }, (_, index) => ({
    // Nanoseconds since boot stay below 2^53 for 104 days; a longer one loses its last bits, not its order.
    beginNs: Number(values[2 * index]),
    endNs: Number(values[2 * index + 1]),
  }));
}
