// The machine's own ceilings, measured: bandwidth by copy and read, arithmetic by multiply-add chains.
import {
  chainedDurations,
  createBuffer,
  createPipeline,
  destroyBuffer,
  timePasses,
} from '@kernel-ladder/gpu';
import type { EncodePass, Gpu } from '@kernel-ladder/gpu';
import type { Roofs, Ruler, Timer } from '@kernel-ladder/schema';
import { median, quantile, sorted } from '@kernel-ladder/stats';
import { poison } from '../launch/case-data.ts';
import { isCoarse } from './calibrate.ts';
import {
  copyKernel,
  fmaFlops,
  fmaKernel,
  matrixFlops,
  matrixKernel,
  quadsPerThread,
  readKernel,
  rulerWorkgroup,
} from './rulers.wgsl.ts';
import type { FmaSpec, MatrixSpec } from './rulers.wgsl.ts';

interface Bench {
  readonly gpu: Gpu;
  /** Two buffers of the same size. */
  readonly source: GPUBuffer;
  readonly sink: GPUBuffer;
  readonly repeats: number;
  /** Whether the clock is too coarse for single launches. */
  readonly isCoarse: boolean;
}

const tileBytes = rulerWorkgroup * quadsPerThread * 16;

/**
 * Measures every roof; `llcBytes` sets how much memory is out of the cache's reach, and `timer` says what the clock is worth: a fine one
 * where it is left out. A software adapter has no arithmetic
 * roofs: shares of them would tell of no GPU, and compiling their kernels is more than half of what it takes to profile one.
 */
export async function measureRoofs(gpu: Gpu, llcBytes: number, timer?: Timer): Promise<Roofs> {
  return withMemory(gpu, { llcBytes, timer }, async (bench) => {
    await warmUp(bench);
    const bytes = 2 * bench.source.size;
    const copyNs = Math.min(...(await times(bench, copyKernel, tiles(bench))));
    const readNs = Math.min(...(await times(bench, readKernel, tiles(bench))));
    const gflops = gpu.facts.software ? {} : await arithmeticRoofs(bench);
    return { copyGBps: bytes / copyNs, readGBps: bytes / readNs, gflops };
  });
}

/** Measures the arithmetic roofs alone, in GFLOP/s or GOP/s by kind: `f32`, `dot4:i8-i32`, `tensor:f16-f32`, …. */
export async function measureArithmetic(gpu: Gpu, llcBytes: number): Promise<Roofs['gflops']> {
  return withMemory(gpu, { llcBytes }, arithmeticRoofs);
}

/** Two short looks at the machine's state: the median copy and multiply-add time, in ns, and how much the latter scatters. */
export async function measureRulers(gpu: Gpu, llcBytes: number, timer?: Timer): Promise<Omit<Ruler, 'at'>> {
  return withMemory(gpu, { llcBytes, timer }, async (bench) => {
    await warmUp(bench);
    const copyNs = median(await times(bench, copyKernel, tiles(bench)));
    const canary = sorted(await times(bench, canaryKernel(gpu), canaryGroups(gpu)));
    const fmaNs = quantile(canary, 0.5);
    const spread = fmaNs > 0 ? (quantile(canary, 0.75) - quantile(canary, 0.25)) / fmaNs : 0;
    return { copyNs: Math.round(copyNs), fmaNs: Math.round(fmaNs), spread: Number(spread.toPrecision(4)) };
  });
}

/** The multiply-add ruler, which also serves as the canary of the clock: about a millisecond on an H200. */
export function canaryKernel(gpu: Gpu): string {
  return fmaKernel({ type: 'f32', lanes: 1 }, trips(gpu));
}

/** Workgroups of the canary. */
export function canaryGroups(gpu: Gpu): number {
  return gpu.facts.software ? 4 : 4096;
}

function tiles({ source }: Bench): number {
  return source.size / tileBytes;
}

interface Terms {
  readonly llcBytes: number;
  readonly timer?: Timer | undefined;
}

async function withMemory<T>(
  gpu: Gpu,
  { llcBytes, timer }: Terms,
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  const limit = gpu.facts.limits['maxStorageBufferBindingSize'] ?? 2 ** 27;
  const wanted = gpu.facts.software ? 2 ** 21 : Math.max(4 * llcBytes, 2 ** 29);
  const bytes = Math.floor(Math.min(wanted, limit, 65_535 * tileBytes) / tileBytes) * tileBytes;
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
  const owned: GPUBuffer[] = [];
  const create = async (label: string) => {
    const buffer = await createBuffer(gpu, { label, bytes, usage });
    owned.push(buffer);
    poison(gpu, buffer, 'u32');
    return buffer;
  };
  try {
    const source = await create('ruler source');
    const sink = await create('ruler sink');
    const isBlurred = timer !== undefined && isCoarse(gpu, timer);
    return await work({ gpu, source, sink, repeats: gpu.facts.software ? 5 : 30, isCoarse: isBlurred });
  } finally {
    for (const buffer of owned) destroyBuffer(gpu, buffer);
  }
}

async function arithmeticRoofs(bench: Bench): Promise<{ [kind: string]: number }> {
  const { gpu } = bench;
  const specs: FmaSpec[] = [
    { type: 'f32', lanes: 1 },
    { type: 'i32', lanes: 1 },
    { type: 'u32', lanes: 1 },
    { type: 'i32', lanes: 4 },
    // In pairs, as the hardware takes them; whether the driver packs WGSL's pairs is what is measured.
    ...(gpu.facts.features.has('shader-f16') ? [{ type: 'f16', lanes: 2 } as const] : []),
  ];
  const roofs: { [kind: string]: number } = {};
  for (const spec of specs) {
    const ns = Math.min(...(await times(bench, fmaKernel(spec, trips(gpu)), canaryGroups(gpu))));
    const kind = spec.lanes === 4 ? 'dot4:i8-i32' : spec.type;
    roofs[kind] = (canaryGroups(gpu) * rulerWorkgroup * fmaFlops(spec, trips(gpu))) / ns;
  }
  for (const spec of matrixSpecs.filter((each) => hasMatrixUnit(gpu, each))) {
    const code = matrixKernel(spec, 4 * trips(gpu));
    const ns = Math.min(...(await times(bench, code, canaryGroups(gpu))));
    const subgroups = canaryGroups(gpu) * (rulerWorkgroup / gpu.facts.subgroupMaxSize);
    roofs[`tensor:${spec.input}-${spec.sum}`] = (subgroups * matrixFlops(spec, 4 * trips(gpu))) / ns;
  }
  return roofs;
}

const matrixSpecs: readonly MatrixSpec[] = [
  { input: 'f16', sum: 'f32', deep: 16 },
  { input: 'i8', sum: 'i32', deep: 32 },
];

function hasMatrixUnit(gpu: Gpu, { input, sum, deep }: MatrixSpec): boolean {
  const { features, subgroupMatrixConfigs } = gpu.facts;
  return (
    features.has('chromium-experimental-subgroup-matrix') &&
    (input !== 'f16' || features.has('shader-f16')) &&
    subgroupMatrixConfigs.some(
      ({ componentType, resultComponentType, M, N, K }) =>
        componentType === input && resultComponentType === sum && M === 16 && N === 16 && K === deep,
    )
  );
}

function trips(gpu: Gpu): number {
  return gpu.facts.software ? 1 : 256;
}

const mostWarmUpMs = 1000;
const steadyMs = 250;

// Arithmetic until the clock has risen and holds still. An idle H200 rises for a quarter of a second: for as long it has to be steady.
async function warmUp(bench: Bench): Promise<void> {
  if (bench.gpu.facts.software) return;
  const start = performance.now();
  let looks: readonly Look[] = [];
  for (let at = 0; at < mostWarmUpMs && !holdsStill(looks, steadyMs); at = performance.now() - start) {
    const ns = median(await times(bench, canaryKernel(bench.gpu), canaryGroups(bench.gpu)));
    looks = [...looks, { atMs: performance.now() - start, ns }];
  }
}

/** What the canary took at a moment. */
export interface Look {
  readonly atMs: number;
  readonly ns: number;
}

/** Whether the canary has taken the same for so long up to its latest look, within half a percent. */
export function holdsStill(looks: readonly Look[], forMs: number): boolean {
  const [first, last] = [looks[0], looks.at(-1)];
  if (!first || !last || last.atMs - first.atMs < forMs) return false;
  // The one before that stretch begins it.
  const from = looks.findLastIndex(({ atMs }) => last.atMs - atMs >= forMs);
  const durations = looks.slice(from).map(({ ns }) => ns);
  return Math.max(...durations) <= 1.005 * Math.min(...durations);
}

// Durations of repeated passes, the first dropped; of a coarse clock one alone, the slope over longer ones.
async function times(bench: Bench, code: string, workgroups: number): Promise<readonly number[]> {
  const { gpu, source, sink } = bench;
  const { pipeline } = await createPipeline(gpu, 'ruler', code);
  const entries = [source, sink].map((buffer, binding) => ({ binding, resource: { buffer } }));
  const group = gpu.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  const dispatches =
    (count: number): EncodePass =>
    (pass) => {
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      for (let done = 0; done < count; done++) pass.dispatchWorkgroups(workgroups);
    };
  if (bench.isCoarse) return [await slope(bench, dispatches)];
  return timesOf(bench, dispatches(1));
}

async function timesOf({ gpu, repeats }: Bench, encode: EncodePass): Promise<readonly number[]> {
  const stamps = await timePasses(
    gpu,
    Array.from({ length: repeats + 1 }, () => encode),
  );
  return chainedDurations(stamps)
    .slice(1)
    .filter((value) => value !== null);
}

// The shorter pass takes hundreds of steps of a coarse clock, and stays far below what a driver resets a device for.
const shortPassNs = 16e6;
const mostDispatches = 256;

// The least of each length: other programs only ever add to it. What it takes to submit a pass is a small part of one so long, so that a
// launch takes a fourth of its share at the least: a smaller slope is the noise of a busy host.
async function slope(bench: Bench, dispatches: (count: number) => EncodePass): Promise<number> {
  const few = { ...bench, repeats: Math.max(3, Math.ceil(bench.repeats / 6)) };
  const aloneNs = Math.max(1, ...(await timesOf({ ...bench, repeats: 1 }, dispatches(1))));
  const length = Math.min(mostDispatches, Math.ceil(shortPassNs / aloneNs));
  const short = Math.min(...(await timesOf(few, dispatches(length))));
  const long = Math.min(...(await timesOf(few, dispatches(2 * length))));
  return slopeOf({ length, short, long });
}

/** The time of one launch in ns, from the durations of passes of `length` launches and of twice as many. */
export function slopeOf(passes: {
  readonly length: number;
  readonly short: number;
  readonly long: number;
}): number {
  const { length, short, long } = passes;
  return Math.max(1, (long - short) / length, long / (2 * length) / 4);
}
