// Owners of what a device makes: freed at the end of a block by `using`, and in the ledger until then.
import { createBuffer, destroyBuffer } from '@kernel-ladder/gpu';
import type { BufferSpec, Gpu } from '@kernel-ladder/gpu';
import type { Handle, Ledger } from './ledger.ts';

/** A buffer of its own, outside of any cache. Throws as `createBuffer` does. */
export async function ownBuffer(gpu: Gpu, ledger: Ledger, spec: BufferSpec): Promise<Handle<GPUBuffer>> {
  const value = await createBuffer(gpu, spec);
  const free = (buffer: GPUBuffer) => destroyBuffer(gpu, buffer);
  return ledger.own({ kind: 'buffer', name: spec.label, bytes: value.size, value, free });
}

/** A query set for so many timestamps, of 8 bytes each. */
export function ownQuerySet(gpu: Gpu, ledger: Ledger, name: string, count: number): Handle<GPUQuerySet> {
  const value = gpu.device.createQuerySet({ label: name, type: 'timestamp', count });
  return ledger.own({
    kind: 'query set',
    name,
    bytes: 8 * count,
    value,
    free: (queries) => queries.destroy(),
  });
}
