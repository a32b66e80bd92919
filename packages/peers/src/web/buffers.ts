// Bounds what a library may hold of the device: some drivers accept any size and fail later.
import { GpuFault, keptBytes } from '@kernel-ladder/harness';
import type { Gpu } from '@kernel-ladder/harness';
import { inGib } from './memory.ts';

interface Held {
  readonly bytes: number;
}

/** Counts from now on, and gives what sets the bound, in bytes. A library that goes on beyond it gets an error instead of a buffer. */
export function boundBuffers(gpu: Gpu): (bytes: number) => void {
  const { device, ledger } = gpu;
  const held = new Set<Held>();
  // A library may forget a buffer without destroying it.
  const forgotten = new FinalizationRegistry<Held>((entry) => held.delete(entry));
  let allowed = Number.POSITIVE_INFINITY;
  const create = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    // What the harness holds is in its ledger, or kept for its copies, and is no library's.
    const own = sum([...ledger.values()]) + keptBytes(gpu);
    const wanted = sum([...held].map(({ bytes }) => bytes)) - own + descriptor.size;
    if (wanted > allowed) throw tooMuch(wanted, allowed);
    const buffer = create(descriptor);
    const entry = { bytes: descriptor.size };
    held.add(entry);
    forgotten.register(buffer, entry);
    const destroy = buffer.destroy.bind(buffer);
    buffer.destroy = () => {
      held.delete(entry);
      return destroy();
    };
    return buffer;
  };
  return (bytes) => {
    allowed = bytes;
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function tooMuch(wanted: number, allowed: number): GpuFault {
  const message = `the library wants ${inGib(wanted)} of buffers, ${inGib(allowed)} are allowed`;
  return new GpuFault('out-of-memory', message);
}
