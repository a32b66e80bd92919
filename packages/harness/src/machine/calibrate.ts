// What the clock of a device is worth: its tick, and what a pass and a dispatch cost by themselves.
import { createBuffer, createPipeline, destroyBuffer, hasTimestamps, timePasses } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu, Stamp } from '@kernel-ladder/gpu';
import type { Timer } from '@kernel-ladder/schema';
import { median } from '@kernel-ladder/stats';

// Dawn masks the low 16 bits of a timestamp unless it is told not to; other browsers round to steps of their own. No device counts
// in steps as coarse as that.
const quantumNs = 65_536;
const coarseNs = 32_768;

const code = `
@group(0) @binding(0) var<storage, read_write> sink: array<u32>;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) thread: u32) {
  sink[thread] = thread;
}`;

/** Whether the time of a launch of a millisecond is too coarse to be believed: read off a quantised clock, or off the host's. */
export function isCoarse(gpu: Gpu, { quantized }: Timer): boolean {
  return quantized || !hasTimestamps(gpu);
}

/** Measures tick, pass overhead and dispatch slope with a kernel that does next to nothing. */
export async function calibrate(gpu: Gpu): Promise<Timer> {
  const sink = await createBuffer(gpu, { label: 'sink', bytes: 128, usage: GPUBufferUsage.STORAGE });
  try {
    const { pipeline } = await createPipeline(gpu, 'no-op', code);
    const entries = [{ binding: 0, resource: { buffer: sink } }];
    const group = gpu.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
    const dispatches =
      (count: number): EncodePass =>
      (pass) => {
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, group);
        for (let index = 0; index < count; index++) pass.dispatchWorkgroups(1);
      };
    const stamps = await stampNoOps(gpu, dispatches(1));
    const values = stamps.flatMap(({ beginNs, endNs }) => [beginNs, endNs]);
    const tickNs = tickOf(values);
    return {
      tickNs,
      quantized:
        hasTimestamps(gpu) && (tickNs >= coarseNs || values.every((value) => value % quantumNs === 0)),
      // From begin to end, not chained: what a pass costs by itself, waiting for its predecessor included.
      passOverheadNs: Math.round(median(stamps.map(({ beginNs, endNs }) => endNs - beginNs))),
      dispatchNs: Math.round(await dispatchSlope(gpu, dispatches)),
    };
  } finally {
    destroyBuffer(gpu, sink);
  }
}

/**
 * The step of the clock: the greatest common divisor of all differences where it is more than a nanosecond. A
 * period that is no whole number of ns leaves no divisor; the smallest gap seen is then an upper bound.
 */
export function tickOf(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b);
  const gaps = ascending.slice(1).map((value, index) => value - (ascending[index] ?? value));
  const positive = gaps.filter((gap) => gap > 0);
  const divisor = positive.reduce(greatestCommonDivisor, 0);
  return divisor > 1 ? divisor : Math.min(...positive, quantumNs);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

async function stampNoOps(gpu: Gpu, encode: EncodePass): Promise<readonly Stamp[]> {
  // Each look at the host's clock waits for the device.
  const looks = hasTimestamps(gpu) ? 512 : 16;
  const passes = Array.from({ length: gpu.facts.software ? Math.min(looks, 64) : looks }, () => encode);
  await timePasses(gpu, passes);
  const stamps: Stamp[] = [];
  for (let round = 0; round < 4; round++) stamps.push(...(await timePasses(gpu, passes)));
  return stamps;
}

// Least squares over 1 … 128 dispatches in one pass; the intercept is the pass.
async function dispatchSlope(gpu: Gpu, dispatches: (count: number) => EncodePass): Promise<number> {
  const counts = [1, 2, 4, 8, 16, 32, 64, 128];
  const rounds = Array.from({ length: 5 }, () => counts).flat();
  const stamps = await timePasses(gpu, rounds.map(dispatches));
  const points = counts.map((count) => {
    const durations = stamps
      .filter((_, index) => rounds[index] === count)
      .map(({ beginNs, endNs }) => endNs - beginNs);
    return { x: count, y: median(durations) };
  });
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  const covariance = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return Math.max(0, covariance / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0));
}
