// What all launches of the family have in common: threads by 256, and outputs that are reset because atomics accumulate into them.
import { multiprocessorsOf, residencyOf, wgsl } from '@kernel-ladder/harness';
import type { Constants, DeviceFacts, Pass } from '@kernel-ladder/harness';
import { fillPass, gridOf } from '@kernel-ladder/kernel-kit';

/** Threads of every workgroup. */
export const workgroup = 256;

// What a multiprocessor that no table knows is taken to hold at once: WebGPU does not tell. Of the workgroup memory each workgroup takes 1 KiB for itself.
const usual = { threads: 2048, sharedBytes: 48 * 1024 } as const;
const ownBytes = 1024;

/** What workgroups that stay need: bytes of workgroup memory each; how many of them take the same tiles; and how many there may be. */
export interface Needs {
  readonly bytes?: number;
  readonly alike?: number;
  readonly limit?: number;
}

/** No more workgroups than a device holds at once, each of which takes up to `steps` of so many tiles. */
export function residents(
  tiles: number,
  device: DeviceFacts,
  { bytes = 0, alike = 1, limit = Infinity }: Needs = {},
) {
  const { threads, sharedBytes } = residencyOf(device) ?? usual;
  const fitting = Math.max(1, Math.floor(sharedBytes / (bytes + ownBytes)));
  // A core of a processor has one workgroup at hand.
  const each = device.software ? 1 : Math.min(threads / workgroup, fitting);
  const most = Math.max(1, Math.floor(Math.min(limit, (each * multiprocessorsOf(device)) / alike)));
  const steps = Math.max(1, Math.ceil(tiles / most));
  return { groups: Math.max(1, Math.ceil(tiles / steps)), steps };
}

/** A kernel, what it is told, and what it is bound to. */
export interface Dispatched {
  readonly file: string;
  readonly constants: Constants;
  readonly bindings: Pass['bindings'];
}

/** A dispatch of at least so many workgroups, which the kernel numbers by `GRID_X`. */
export function dispatch(groups: number, { file, constants, bindings }: Dispatched): Pass {
  const workgroups = gridOf(groups);
  return { wgsl: wgsl(file, { ...constants, GRID_X: workgroups[0] }), bindings, workgroups };
}

/** A thread for each of `items`. */
export function threadEach(items: number, dispatched: Dispatched): Pass {
  return dispatch(Math.ceil(items / workgroup), dispatched);
}

/** Sets words of a buffer to 0. */
export function cleared(buffer: string, count: number): Pass {
  return fillPass({ buffer, element: 'u32', count });
}

/** Bytes of so many words, as whole vec4s. */
export function wholeQuads(words: number): number {
  return 16 * Math.ceil(words / 4);
}
