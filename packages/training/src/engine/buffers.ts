// The buffers of a training: made as its plan says, and filled with what it begins with.
import { arrayTypeOf } from '@kernel-ladder/fusion';
import { createBuffer, destroyBuffer, writeBuffer } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import { allocate } from '@kernel-ladder/harness';
import { decayVector } from '../model/pack.ts';
import type { Vectors } from './engine.ts';
import { ownName, sideName } from './plan.ts';
import type { ProgramName, TrainingPlan } from './plan.ts';

/** Buffers by their names in a plan. */
export type Buffers = ReadonlyMap<string, GPUBuffer>;

/** Makes all buffers of a plan; those that are made when one fails are given back. */
export async function createBuffers(gpu: Gpu, plan: TrainingPlan): Promise<Buffers> {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const buffers = new Map<string, GPUBuffer>();
  try {
    for (const [label, bytes] of plan.buffers)
      buffers.set(label, await createBuffer(gpu, { label, bytes, usage }));
    return buffers;
  } catch (error) {
    for (const buffer of buffers.values()) destroyBuffer(gpu, buffer);
    throw error;
  }
}

/** What is written where. */
export interface Filling {
  readonly buffers: Buffers;
  readonly first: Vectors;
}

/** Writes what is learnt and remembered so far, and the constants of the programs. */
export function fillBuffers(
  gpu: Gpu,
  { packing, programs }: TrainingPlan,
  { buffers, first }: Filling,
): void {
  const fill = (name: string, data: Parameters<typeof writeBuffer>[3]) =>
    writeBuffer(gpu, bufferOf(buffers, name), 0, data);
  fill(sideName('parameters', 0), first.parameters);
  for (const [index, moment] of first.moments.entries()) fill(sideName(`moment${index}`, 0), moment);
  fill('decays', decayVector(packing));
  for (const [program, { constants }] of Object.entries(programs))
    for (const { name, type, values } of constants) {
      const array = allocate(arrayTypeOf(type), values.length);
      array.set(values);
      fill(ownName(program as ProgramName, name), array); // The keys of `Programs`.
    }
}

/** A buffer by its name. Throws where there is none. */
export function bufferOf(buffers: Buffers, name: string): GPUBuffer {
  const found = buffers.get(name);
  if (!found) throw new Error(`the training has no buffer "${name}"`);
  return found;
}
