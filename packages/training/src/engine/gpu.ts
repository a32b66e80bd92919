// Steps on a GPU: every buffer is made once, every kernel bound once for each of the two sides, and nothing is waited for until
// somebody asks what the steps said.
import { destroyBuffer, GpuFault, liveBuffers, readBuffer, writeBuffer } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu } from '@kernel-ladder/gpu';
import { scalarVector } from '../graphs.ts';
import type { StepSpec } from '../graphs.ts';
import { optimisers } from '../optimisers.ts';
import { bindAll } from './bind.ts';
import type { Encoders, Parts, Side } from './bind.ts';
import { bufferOf, createBuffers, fillBuffers } from './buffers.ts';
import type { Batch, Engine, Vectors } from './engine.ts';
import { mostUntold, sideName } from './plan.ts';
import type { ProgramName, TrainingPlan } from './plan.ts';
import { createWork } from './work.ts';
import type { Work } from './work.ts';

/** An engine of a device. */
export interface GpuEngine extends Engine {
  readonly plan: TrainingPlan;
  /** The passes of a step with one batch, each with the name of its program and its place there; they are not submitted. */
  readonly passes: () => readonly StepPass[];
}

/** One pass of a step. */
export interface StepPass {
  readonly program: ProgramName;
  readonly index: number;
  readonly encode: EncodePass;
}

/** What an engine is made of. */
export interface GpuEngineRequest {
  readonly spec: StepSpec;
  readonly plan: TrainingPlan;
  readonly first: Vectors;
}

/**
 * An engine on the device that its plan is for. Throws a GpuFault `out-of-memory` that says how many bytes the training takes before
 * anything is made.
 */
export async function gpuEngine(gpu: Gpu, { spec, plan, first }: GpuEngineRequest): Promise<GpuEngine> {
  refuseOverCap(gpu, plan);
  const buffers = await createBuffers(gpu, plan);
  try {
    fillBuffers(gpu, plan, { buffers, first });
    return engineOf({ gpu, spec, plan, buffers }, await bindAll({ gpu, spec, plan, buffers }));
  } catch (error) {
    for (const buffer of buffers.values()) destroyBuffer(gpu, buffer);
    throw error;
  }
}

/** Throws a GpuFault `out-of-memory` where the device has less memory than a training takes. */
export function refuseOverCap(gpu: Gpu, { bytes, arenaBytes }: TrainingPlan): void {
  const live = liveBuffers(gpu).bytes;
  if (live + bytes <= gpu.memoryCapBytes) return;
  throw new GpuFault(
    'out-of-memory',
    `the training needs ${bytes} bytes, ${arenaBytes} of them between its kernels, beside ${live} live ones; the cap is ${gpu.memoryCapBytes} bytes: take a smaller batch, or recompute`,
  );
}

function engineOf(parts: Parts, encoders: Encoders): GpuEngine {
  const { gpu, plan, buffers } = parts;
  const work = createWork(parts);
  let side: Side = 0;
  let isFreed = false;
  // A buffer that is destroyed takes writes without a word.
  const alive = <Result>(call: () => Result): Result => {
    if (isFreed) throw new Error('the training has been freed: its buffers are gone');
    return call();
  };
  return {
    plan,
    mostUntold,
    passes: () => passesOf(encoders, side),
    gradients: (batches, lossScale) =>
      alive(() => addUp(parts, { encoders, work, side }, { batches, lossScale })),
    update: (scalars) =>
      alive(() => {
        writeBuffer(gpu, bufferOf(buffers, 'scalars'), 0, scalarVector(scalars));
        work.submit(encoders.update[side] ?? []);
        side = side === 0 ? 1 : 0;
      }),
    told: () => alive(work.told),
    read: () => alive(() => work.settled().then(() => readVectors(parts, side))),
    free: () => {
      if (!isFreed) for (const buffer of buffers.values()) destroyBuffer(gpu, buffer);
      isFreed = true;
    },
  };
}

interface Adding {
  readonly encoders: Encoders;
  readonly work: Work;
  readonly side: Side;
}

interface Summands {
  readonly batches: readonly Batch[];
  readonly lossScale: number;
}

function addUp(
  { gpu, spec, buffers }: Parts,
  { encoders, work, side }: Adding,
  { batches, lossScale }: Summands,
): void {
  const of = (name: string) => bufferOf(buffers, name);
  writeBuffer(gpu, of('lossScale'), 0, Float32Array.of(lossScale));
  for (const [index, { tokens, targets }] of batches.entries()) {
    writeBuffer(gpu, of('tokens'), 0, tokens);
    writeBuffer(gpu, of('targets'), 0, targets);
    work.submit(encoders.gradients[side] ?? [], (encoder) => work.keep(encoder, 'loss', index));
    if (spec.accumulate === 1) continue;
    // Of several batches the first gradients are the sum's beginning.
    const [from, to] = [of('gradients'), of(sideName('sum', 0))];
    if (index === 0) work.submit([], (encoder) => encoder.copyBufferToBuffer(from, 0, to, 0, from.size));
    else work.submit(encoders.accumulate[(index - 1) % 2] ?? []);
  }
  work.submit(encoders.norm, (encoder) => work.keep(encoder, 'norm', batches.length));
  work.next();
}

async function readVectors({ gpu, spec, buffers, plan }: Parts, side: Side): Promise<Vectors> {
  const bytes = 4 * plan.packing.length;
  const read = async (name: string) =>
    new Float32Array(await readBuffer(gpu, bufferOf(buffers, sideName(name, side)), { offset: 0, bytes }));
  const { moments } = optimisers[spec.optimiser.name];
  return {
    parameters: await read('parameters'),
    moments: await Promise.all(Array.from({ length: moments }, (_, index) => read(`moment${index}`))),
  };
}

function passesOf({ gradients, norm, update }: Encoders, side: Side): readonly StepPass[] {
  const encoders = { gradients: gradients[side] ?? [], norm, update: update[side] ?? [] };
  const names = ['gradients', 'norm', 'update'] as const;
  return names.flatMap((program) => encoders[program].map((encode, index) => ({ program, index, encode })));
}
