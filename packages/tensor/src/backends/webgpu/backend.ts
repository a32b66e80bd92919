// A GPU: memory comes from a caching allocator, and runs are submitted one behind the other without waiting for the device.
import { dtypes } from '@kernel-ladder/fusion';
import { GpuFault, liveBuffers, raceLoss, readBuffer, writeBuffer } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { Type } from '@kernel-ladder/fusion';
import { toElements } from '../../arrays.ts';
import type { HostArray } from '../../arrays.ts';
import type { Backend, Memory } from '../../backend.ts';
import type { Registry } from '../../registry.ts';
import { createAllocator } from '../../resources/allocator.ts';
import type { Allocator, AllocatorReport } from '../../resources/allocator.ts';
import { Ledger } from '../../resources/ledger.ts';
import type { Handle } from '../../resources/ledger.ts';
import { bufferBytes, fromWords, toWords } from './elements.ts';
import { launch } from './launch.ts';
import { createPrograms } from './programs.ts';
import type { Programs, Ready } from './programs.ts';

/** What a GPU's back end has done so far. */
export type WebgpuReport = AllocatorReport & ReturnType<Programs['counts']>;

/** A back end of a GPU, and its numbers. */
export interface WebgpuBackend extends Backend {
  readonly report: () => WebgpuReport;
}

interface Parts {
  readonly gpu: Gpu;
  readonly allocator: Allocator;
}

/** A back end of an open device; whoever opened that closes it. */
export function webgpuBackend(gpu: Gpu, registry: Registry): WebgpuBackend {
  const ledger = new Ledger();
  const parts = { gpu, allocator: createAllocator(gpu, ledger) };
  const programs = createPrograms(gpu, registry);
  return {
    name: 'webgpu',
    dtypes: dtypes.filter((dtype) => dtype !== 'f16' || gpu.facts.features.has('shader-f16')),
    ledger,
    upload: (name, type, data) => upload(parts, name, { type, data }),
    run: async (graph, inputs, options) => run(parts, await programs.ready(graph, options), inputs),
    read: async (memory, type) =>
      fromWords(type, await readBuffer(gpu, bufferIn(memory), { offset: 0, bytes: bufferBytes(type) })),
    report: () => ({ ...parts.allocator.report(), ...programs.counts() }),
    close: async () => {
      parts.allocator.trim();
    },
  };
}

interface Elements {
  readonly type: Type;
  readonly data: HostArray;
}

async function upload({ gpu, allocator }: Parts, name: string, { type, data }: Elements) {
  const memory = await allocator.allocate(name, bufferBytes(type));
  writeBuffer(gpu, memory.value, 0, toWords(type, data));
  return memory;
}

// What is needed in between goes back when the passes are on their way: what is submitted later runs later.
async function run(parts: Parts, ready: Ready, inputs: readonly Memory[]): Promise<readonly Memory[]> {
  const { gpu, allocator } = parts;
  refuseOverCap(parts, ready);
  using between = new DisposableStack();
  using failed = new DisposableStack();
  const buffers = new Map<string, GPUBuffer>();
  for (const { name, input } of ready.inputs) buffers.set(name, bufferIn(inputs[input]));
  for (const { name, type, values } of ready.constants) {
    const data = toElements(type.dtype, values);
    buffers.set(name, between.use(await upload(parts, name, { type, data })).value);
  }
  for (const [name, bytes] of Object.entries(ready.plan.scratch ?? {}))
    buffers.set(name, between.use(await allocator.allocate(name, bytes)).value);
  const outputs: Handle<GPUBuffer>[] = [];
  for (const { name, type } of ready.outputs) {
    outputs.push(failed.use(await allocator.allocate(name, bufferBytes(type))));
    buffers.set(name, outputs.at(-1)?.value as GPUBuffer); // It has just been pushed.
  }
  await raceLoss(gpu, launch(gpu, ready, buffers));
  failed.move();
  return outputs;
}

// Before anything is made: what is cached can be given up, what is held cannot.
function refuseOverCap({ gpu, allocator }: Parts, { plan, outputs, constants }: Ready): void {
  const between = Object.values(plan.scratch ?? {}).reduce((sum, bytes) => sum + bytes, 0);
  const own = [...outputs, ...constants].reduce((sum, { type }) => sum + bufferBytes(type), 0);
  const { cachedBytes } = allocator.report();
  const held = liveBuffers(gpu).bytes - cachedBytes;
  if (held + own + between <= gpu.memoryCapBytes) return;
  throw new GpuFault(
    'out-of-memory',
    `the run needs ${own + between} bytes, ${between} of them between its kernels, beside ${held} that are held; the cap is ${gpu.memoryCapBytes} bytes`,
  );
}

function bufferIn(memory: Memory | undefined): GPUBuffer {
  const buffer = memory?.value;
  if (typeof buffer === 'object' && buffer !== null && 'mapAsync' in buffer) return buffer as GPUBuffer; // Nothing else has it.
  throw new TypeError(`${memory?.name ?? 'nothing'} is no memory of webgpu`);
}
