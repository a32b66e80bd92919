// What a schedule can do with a slot and a chunk: put it in, submit it, take it out; each says on the tape when it did so, if there is one.
import { raceLoss } from '@kernel-ladder/harness';
import type { Arrays, Gpu } from '@kernel-ladder/harness';
import { quietly } from './slots.ts';
import type { Place, Slot } from './slots.ts';
import type { Tape } from './tape.ts';
import { bytesIn } from './workload.ts';
import type { Workload } from './workload.ts';

/** What the device does for a chunk, in its order. */
export type DeviceStage = 'upload' | 'kernel' | 'download';

const allStages: readonly DeviceStage[] = ['upload', 'kernel', 'download'];

/** The steps that a schedule puts in order. */
export interface Stages {
  readonly slots: number;
  readonly chunks: number;
  /** Waits until the host may write the slot, and copies the operands of the chunk into it. */
  readonly put: (place: Place) => Promise<void>;
  /** Submits what the device does, all of it unless some is named. */
  readonly submit: (place: Place, stages?: readonly DeviceStage[]) => void;
  /** Waits for the download, and copies the result to where it belongs. */
  readonly take: (place: Place) => Promise<void>;
  /** Waits until the device has nothing to do. */
  readonly idle: () => Promise<void>;
}

/** What stages work on; inputs come anew when others take their place. */
interface Ground {
  readonly gpu: Gpu;
  readonly workload: Workload;
  readonly slots: readonly Slot[];
  readonly inputs: () => Arrays;
  readonly outputs: Arrays;
  readonly tape: Tape | null;
}

/** The steps over these slots. */
export function stagesOver(ground: Ground): Stages {
  const { gpu, workload, slots, tape } = ground;
  const timed = <T>(name: 'put' | 'submit' | 'take', place: Place, work: () => T): T => {
    const from = performance.now();
    const done = work();
    tape?.host({ ...place, name, from, to: performance.now() });
    return done;
  };
  return {
    slots: slots.length,
    chunks: workload.chunks,
    put: async (place) => {
      const slot = slotOf(slots, place);
      await raceLoss(gpu, slot.staged);
      timed('put', place, () => put(ground, slot, place));
    },
    submit: (place, stages = allStages) =>
      timed('submit', place, () => submit(ground, { slot: slotOf(slots, place), place, stages })),
    take: async (place) => {
      const slot = slotOf(slots, place);
      await raceLoss(gpu, slot.landed);
      tape?.landed(place.chunk, performance.now());
      timed('take', place, () => take(ground, slot, place));
    },
    idle: () => raceLoss(gpu, gpu.device.queue.onSubmittedWorkDone()),
  };
}

function slotOf(slots: readonly Slot[], { slot }: Place): Slot {
  const found = slots[slot];
  if (!found) throw new Error(`slot ${slot} of ${slots.length}: there is none`);
  return found;
}

function put({ gpu, workload, inputs }: Ground, { staging, places, operands }: Slot, { chunk }: Place): void {
  const sources = workload.sources(chunk).map((range) => bytesIn(inputs(), range));
  const mapped = staging && new Uint8Array(staging.getMappedRange());
  for (const [index, bytes] of sources.entries()) {
    const operand = operands[index];
    if (mapped) mapped.set(bytes, places[index]);
    // dawn.node copies at once, and takes views of any memory.
    else if (operand) gpu.device.queue.writeBuffer(operand, 0, bytes as Uint8Array<ArrayBuffer>);
  }
  staging?.unmap();
}

interface Submission {
  readonly slot: Slot;
  readonly place: Place;
  readonly stages: readonly DeviceStage[];
}

function submit({ gpu, workload, tape }: Ground, { slot, place, stages }: Submission): void {
  const encoder = gpu.device.createCommandEncoder();
  const encode: { readonly [Stage in DeviceStage]: () => void } = {
    upload: () => {
      const { staging, places, operands } = slot;
      for (const [index, { bytes }] of workload.sources(place.chunk).entries()) {
        const operand = operands[index];
        if (staging && operand) encoder.copyBufferToBuffer(staging, places[index] ?? 0, operand, 0, bytes);
      }
    },
    kernel: () => {
      const pass = encoder.beginComputePass(tape?.pass(place.chunk));
      slot.launch(pass);
      pass.end();
    },
    download: () => {
      encoder.copyBufferToBuffer(slot.result, 0, slot.landing, 0, workload.target(place.chunk).bytes);
    },
  };
  for (const stage of stages) {
    if (stage !== 'kernel') tape?.mark(encoder, place.chunk, `${stage}-begin`);
    encode[stage]();
    if (stage !== 'kernel') tape?.mark(encoder, place.chunk, `${stage}-end`);
  }
  tape?.submitted(place, performance.now());
  gpu.device.queue.submit([encoder.finish()]);
  // From here on the device has them, and gives them back behind its work.
  if (stages.includes('upload') && slot.staging)
    slot.staged = quietly(slot.staging.mapAsync(GPUMapMode.WRITE));
  if (stages.includes('download')) slot.landed = quietly(slot.landing.mapAsync(GPUMapMode.READ));
}

function take({ workload, outputs }: Ground, { landing }: Slot, { chunk }: Place): void {
  const target = workload.target(chunk);
  bytesIn(outputs, target).set(new Uint8Array(landing.getMappedRange(0, target.bytes)));
  landing.unmap();
}
