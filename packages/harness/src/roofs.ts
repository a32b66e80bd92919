// The machine's own ceilings, measured: bandwidth by copy and read, arithmetic by multiply-add chains.
import { chainedDurations, createBuffer, createPipeline, destroyBuffer, timePasses } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu } from '@kernel-ladder/gpu';
import type { Roofs, Ruler } from '@kernel-ladder/schema';
import { median } from '@kernel-ladder/stats';
import { poison } from './case-data.ts';
import {
  copyKernel,
  fmaChains,
  fmaKernel,
  fmaUnroll,
  matrixChains,
  matrixKernel,
  quadsPerThread,
  readKernel,
  rulerWorkgroup,
} from './rulers.wgsl.ts';
import type { FmaSpec } from './rulers.wgsl.ts';

interface Bench {
  readonly gpu: Gpu;
  readonly from: GPUBuffer;
  readonly to: GPUBuffer;
  readonly bytes: number;
  readonly repeats: number;
}

const tileBytes = rulerWorkgroup * quadsPerThread * 16;

/** Measures every roof; `llcBytes` sets how much memory is out of the cache's reach. */
export async function measureRoofs(gpu: Gpu, llcBytes: number): Promise<Roofs> {
  return withBuffers(gpu, llcBytes, async (bench) => {
    await warmUp(bench);
    const copyNs = Math.min(...(await times(bench, copyKernel, bench.bytes / tileBytes)));
    const readNs = Math.min(...(await times(bench, readKernel, bench.bytes / tileBytes)));
    return {
      copyGBps: (2 * bench.bytes) / copyNs,
      readGBps: bench.bytes / readNs,
      gflops: await arithmeticRoofs(bench),
    };
  });
}

/** Two short looks at the machine's state: the median copy and multiply-add time, in ns. */
export async function measureRulers(gpu: Gpu, llcBytes: number): Promise<Omit<Ruler, 'at'>> {
  return withBuffers(gpu, llcBytes, async (bench) => {
    await warmUp(bench);
    const copyNs = median(await times(bench, copyKernel, bench.bytes / tileBytes));
    const fmaNs = median(await times(bench, fmaKernel({ type: 'f32', lanes: 1 }, trips(gpu)), groups(gpu)));
    return { copyNs: Math.round(copyNs), fmaNs: Math.round(fmaNs) };
  });
}

async function withBuffers<T>(gpu: Gpu, llcBytes: number, work: (bench: Bench) => Promise<T>): Promise<T> {
  const limit = Math.min(2 ** 29, gpu.facts.limits['maxStorageBufferBindingSize'] ?? 2 ** 27);
  const wanted = gpu.facts.software ? 2 ** 23 : Math.max(4 * llcBytes, 2 ** 28);
  const bytes = Math.floor(Math.min(wanted, limit, 65_535 * tileBytes) / tileBytes) * tileBytes;
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
  const from = await createBuffer(gpu, { label: 'ruler source', bytes, usage });
  const to = await createBuffer(gpu, { label: 'ruler target', bytes, usage });
  try {
    for (const buffer of [from, to]) poison(gpu, buffer, 'u32');
    return await work({ gpu, from, to, bytes, repeats: gpu.facts.software ? 5 : 30 });
  } finally {
    destroyBuffer(gpu, from);
    destroyBuffer(gpu, to);
  }
}

async function arithmeticRoofs(bench: Bench): Promise<{ [kind: string]: number }> {
  const { gpu } = bench;
  const specs: FmaSpec[] = [
    { type: 'f32', lanes: 1 },
    { type: 'i32', lanes: 1 },
    { type: 'u32', lanes: 1 },
    // Two halves share a register and one instruction.
    ...(gpu.facts.features.has('shader-f16') ? [{ type: 'f16', lanes: 2 } as const] : []),
  ];
  const roofs: { [kind: string]: number } = {};
  for (const spec of specs) {
    const ns = Math.min(...(await times(bench, fmaKernel(spec, trips(gpu)), groups(gpu))));
    const perThread = 2 * fmaChains * fmaUnroll * spec.lanes * trips(gpu);
    roofs[spec.type] = (groups(gpu) * rulerWorkgroup * perThread) / ns;
  }
  if (hasMatrixUnit(gpu)) {
    const ns = Math.min(...(await times(bench, matrixKernel(trips(gpu) * 4), groups(gpu))));
    const subgroups = groups(gpu) * (rulerWorkgroup / gpu.facts.subgroupMaxSize);
    roofs['tensor:f16-f32'] = (subgroups * matrixChains * trips(gpu) * 4 * 2 * 16 ** 3) / ns;
  }
  return roofs;
}

function hasMatrixUnit(gpu: Gpu): boolean {
  const { features, subgroupMatrixConfigs } = gpu.facts;
  return (
    features.has('chromium-experimental-subgroup-matrix') &&
    features.has('shader-f16') &&
    subgroupMatrixConfigs.some(
      ({ componentType, resultComponentType, M, N, K }) =>
        componentType === 'f16' && resultComponentType === 'f32' && M === 16 && N === 16 && K === 16,
    )
  );
}

function trips(gpu: Gpu): number {
  return gpu.facts.software ? 1 : 256;
}

function groups(gpu: Gpu): number {
  return gpu.facts.software ? 4 : 4096;
}

// A second of arithmetic, so that the clocks have risen before anything is believed.
async function warmUp(bench: Bench): Promise<void> {
  if (bench.gpu.facts.software) return;
  const kernel = fmaKernel({ type: 'f32', lanes: 1 }, trips(bench.gpu));
  for (const start = performance.now(); performance.now() - start < 1000; ) {
    await times(bench, kernel, groups(bench.gpu));
  }
}

// Durations of repeated passes, the first dropped.
async function times(bench: Bench, code: string, workgroups: number): Promise<readonly number[]> {
  const { gpu, from, to } = bench;
  const { pipeline } = await createPipeline(gpu, 'ruler', code);
  const entries = [from, to].map((buffer, binding) => ({ binding, resource: { buffer } }));
  const group = gpu.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  const encode: EncodePass = (pass) => {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(workgroups);
  };
  const stamps = await timePasses(gpu, Array.from({ length: bench.repeats + 1 }, () => encode));
  return chainedDurations(stamps).slice(1).filter((value) => value !== null);
}
