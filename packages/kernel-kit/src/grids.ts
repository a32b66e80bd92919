// Counts of workgroups as grids that every device takes.
import type { Pass } from '@kernel-ladder/harness';

// What every device takes along one dimension of a dispatch (WebGPU's default of maxComputeWorkgroupsPerDimension).
const widest = 65_535;
// Rows of a grid this short make even modest problems take the two-dimensional path, so that every check covers it.
const rowOfGroups = 128;

/**
 * A grid of at least `groups` workgroups, for kernels that number them `y * GRID_X + x`, GRID_X being its first entry,
 * and leave those behind the last idle. Rows are as long as a dispatch may be where short ones would be too many.
 * `layers` are along z: each of them is such a grid.
 */
export function gridOf(groups: number, layers = 1): Pass['workgroups'] {
  const longest = groups > rowOfGroups * widest ? widest : rowOfGroups;
  const gridX = Math.max(1, Math.min(groups, longest));
  return [gridX, Math.max(1, Math.ceil(groups / gridX)), layers];
}
