// Slots: the buffers that one chunk at a time takes on its way to the device, through a launch, and back.
import { createBuffer, destroyBuffer } from '@kernel-ladder/harness';
import type { Gpu, WgslLoader } from '@kernel-ladder/harness';
import { compilePipeline, dispatch } from '@kernel-ladder/kernel-kit';
import type { Encode } from '@kernel-ladder/kernel-kit';
import type { Workload } from './workload.ts';

/** How a chunk gets to the device: through a buffer that the host maps, or by queue.writeBuffer, which stages in buffers of its own. */
export type Upload = 'mapped' | 'write-buffer';

/** Buffers of one chunk. */
export interface Slot {
  /** What the host fills; operands one behind the other. Null where writeBuffer takes its place. */
  readonly staging: GPUBuffer | null;
  /** Where each operand begins in `staging`, in bytes. */
  readonly places: readonly number[];
  readonly operands: readonly GPUBuffer[];
  readonly result: GPUBuffer;
  readonly landing: GPUBuffer;
  readonly launch: Encode;
  /** Settled once the host may write into `staging`. */
  staged: Promise<void>;
  /** Settled once the host may read `landing`. */
  landed: Promise<void>;
}

/** A slot and a chunk by their numbers. */
export interface Place {
  readonly slot: number;
  readonly chunk: number;
}

interface SlotsRequest {
  readonly workload: Workload;
  readonly count: number;
  readonly upload: Upload;
  readonly load: WgslLoader;
}

/** As many slots as are asked for, on one pipeline. A fault on the way leaves its buffers to the harness, which frees them. */
export async function openSlots(
  gpu: Gpu,
  { workload, count, upload, load }: SlotsRequest,
): Promise<readonly Slot[]> {
  const pipeline = await compilePipeline(gpu, load, workload.stage.wgsl);
  const slots: Slot[] = [];
  while (slots.length < count) slots.push(await openSlot(gpu, { workload, upload, pipeline }));
  return slots;
}

/** Frees the buffers of slots. */
export function closeSlots(gpu: Gpu, slots: readonly Slot[]): void {
  for (const { staging, operands, result, landing } of slots)
    for (const buffer of [...(staging ? [staging] : []), ...operands, result, landing])
      destroyBuffer(gpu, buffer);
}

interface SlotRequest extends Pick<SlotsRequest, 'workload' | 'upload'> {
  readonly pipeline: GPUComputePipeline;
}

async function openSlot(gpu: Gpu, { workload, upload, pipeline }: SlotRequest): Promise<Slot> {
  const { STORAGE, COPY_DST, COPY_SRC, MAP_READ, MAP_WRITE } = GPUBufferUsage;
  const make = (label: string, bytes: number, usage: GPUBufferUsageFlags) =>
    createBuffer(gpu, { label, bytes, usage });
  const operands: GPUBuffer[] = [];
  for (const bytes of workload.operands) operands.push(await make('operand', bytes, STORAGE | COPY_DST));
  const result = await make('result', workload.result, STORAGE | COPY_SRC);
  const landing = await make('landing', workload.result, COPY_DST | MAP_READ);
  const places = workload.operands.map((_, at) => sum(workload.operands.slice(0, at).map(aligned)));
  const bytes = sum(workload.operands.map(aligned));
  const staging = upload === 'mapped' ? await make('staging', bytes, COPY_SRC | MAP_WRITE) : null;
  const { workgroups } = workload.stage;
  const launch = dispatch(gpu, pipeline, { buffers: [...operands, result], workgroups });
  const staged = staging ? quietly(staging.mapAsync(GPUMapMode.WRITE)) : Promise.resolve();
  return { staging, places, operands, result, landing, launch, staged, landed: Promise.resolve() };
}

/** The same promise, whose failure is told to whoever waits for it, and to nobody else: a slot may be freed before. */
export function quietly(mapped: Promise<undefined>): Promise<void> {
  mapped.catch(() => {});
  return mapped;
}

// Mapped ranges begin at multiples of eight bytes.
function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
