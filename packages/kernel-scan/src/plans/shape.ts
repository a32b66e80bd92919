// Workgroups, levels and buffers that all rungs launch by.
import { subgroupMin } from '@kernel-ladder/kernel-kit';
import type { DeviceFacts } from '@kernel-ladder/harness';

/** The threads of a workgroup, and the least number of lanes that one of its subgroups may have. */
export interface GroupShape {
  readonly workgroup: number;
  readonly subgroupMin: number;
}

/**
 * A CPU takes a workgroup's threads in turn, and a compiler for one ten times as long over 256 of them as over 64; the
 * smaller tiles also bring a third level within reach of a short vector.
 */
export function groupShape(device: DeviceFacts): GroupShape {
  return { workgroup: device.software ? 64 : 256, subgroupMin: subgroupMin(device) };
}

/** How many elements each level scans: n, its tiles, their tiles …, one tile at last; nothing for an empty vector. */
export function levelCounts(n: number, tile: number): readonly number[] {
  if (n === 0) return [];
  return n <= tile ? [n] : [n, ...levelCounts(Math.ceil(n / tile), tile)];
}

/** The buffer that a level is scanned into. */
export function resultOf(level: number): string {
  return level === 0 ? 'result' : `offsets${level - 1}`;
}
