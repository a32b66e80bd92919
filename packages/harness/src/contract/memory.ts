// How it shows that there is no memory, on the device or on the host.
import { GpuFault } from '@kernel-ladder/gpu';

/** Whether an error says that memory was not to be had. */
export function isOutOfMemory(error: unknown): boolean {
  if (error instanceof GpuFault) return error.code === 'out-of-memory';
  // What the engine says of a typed array that no host memory holds.
  const message = error instanceof Error ? error.message : '';
  return /^(Invalid typed array length|Array buffer allocation failed)/.test(message);
}
