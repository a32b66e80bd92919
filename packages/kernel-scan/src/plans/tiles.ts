// Tiles of 16 elements a thread: what reduce-then-scan and the look-back have in common.
import type { Constants, DeviceFacts } from '@kernel-ladder/harness';
import type { ScanCase } from '../cases.ts';
import { groupShape } from './shape.ts';
import type { GroupShape } from './shape.ts';

/** Four vec4s: what the kernels keep in named registers. */
export const perThread = 16;
// Threads a workgroup: 128 to 1024 on hardware, as far as the device goes.
const tileWorkgroup = 512;

/** The workgroups of both rungs on a device. */
export function tileShape(device: DeviceFacts): GroupShape {
  if (device.software) return groupShape(device);
  const most = device.limits['maxComputeInvocationsPerWorkgroup'] ?? 256;
  return { ...groupShape(device), workgroup: Math.min(tileWorkgroup, most) };
}

/** What every kernel over such tiles is told. */
export function tileConstants(
  { n, dtype }: Pick<ScanCase, 'n' | 'dtype'>,
  { workgroup, subgroupMin }: GroupShape,
): Constants {
  return { N: n, Value: dtype, WORKGROUP: workgroup, SUBGROUP_MIN: subgroupMin };
}

/**
 * The longest chain of additions in a tile: a quad, four rows of a subgroup of up to 128 lanes, the sums of the subgroups,
 * and what stands before the tile.
 */
export function insideTile({ workgroup, subgroupMin }: GroupShape): number {
  return 3 + 7 + 3 + Math.ceil(workgroup / subgroupMin ** 2) + 7 + 3;
}

/** Quads that hold so many words. */
export function wholeQuads(words: number): number {
  return Math.ceil(words / 4);
}
