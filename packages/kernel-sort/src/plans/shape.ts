// What every rung's plan begins with.
import { gridOf } from '@kernel-ladder/kernel-kit';
import type { DeviceFacts, Pass } from '@kernel-ladder/harness';
import type { SortCase } from '../cases/kinds.ts';
import { orderNumbers } from '../order.ts';

/** Constants of the kernels that compare or count keys. */
export function orderConstants({ dtype }: SortCase) {
  return { ORDER: orderNumbers[dtype] };
}

/** Words of an element: a key, and what it carries. */
export function wordsOf({ of }: SortCase): 1 | 2 {
  return of === 'pairs' ? 2 : 1;
}

/** Bytes of the buffer that holds a word for each element of pairs, and nothing of keys: what is bound there is not read. */
export function carriedBytes({ n, of }: SortCase): number {
  return of === 'pairs' ? 4 * n : 16;
}

/** A limit of a device; the least that WebGPU guarantees where it is not told. */
export function limitOf(device: DeviceFacts, name: keyof typeof guaranteed): number {
  return device.limits[name] ?? guaranteed[name];
}

const guaranteed = {
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupStorageSize: 16_384,
} as const;

/** A grid of workgroups, and the constant that tells its kernel how long a row of it is. */
export function grid(groups: number): { readonly workgroups: Pass['workgroups']; readonly GRID_X: number } {
  const workgroups = gridOf(groups);
  return { workgroups, GRID_X: workgroups[0] };
}
