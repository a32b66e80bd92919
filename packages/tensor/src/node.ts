// Node's entry: threads.
import { fileLoader } from '@kernel-ladder/harness/node';
import { threadsBackend } from './backends/threads/backend.ts';
import { Device } from './device.ts';
import { kernels } from './kernels/index.ts';
import type { FamilyLoader } from './kernels/rungs.ts';
import type { Registry } from './registry.ts';

/** How many threads, and which kernels. */
export interface ThreadsOptions {
  /** As many as the machine has processors, four at most, when left out. */
  readonly width?: number;
  readonly registry?: Registry;
}

/** The reference on several threads. */
export function threadsDevice({ width, registry = kernels }: ThreadsOptions = {}): Device {
  return new Device(threadsBackend(registry, width));
}

/** The kernel files of families, from disk. */
export const familyFiles: FamilyLoader = (family) =>
  fileLoader(new URL('kernels/', import.meta.resolve(`@kernel-ladder/kernel-${family}`)));
