// Tiles, then the scan of their sums by the same kernel: the first four rungs, and how each of their kernels is launched.
import { wgsl } from '@kernel-ladder/harness';
import { gridOf } from '@kernel-ladder/kernel-kit';
import type { Constants, DeviceFacts, Pass, PlanCase } from '@kernel-ladder/harness';
import type { ScanCase } from '../cases.ts';
import { groupShape, levelCounts, resultOf } from './shape.ts';
import type { GroupShape } from './shape.ts';

/** A kernel that scans tiles and leaves their sums. */
export interface TileKernel {
  readonly file: string;
  /** Elements that a thread takes. */
  readonly perThread: 1 | 2;
  readonly constants: (shape: GroupShape) => Constants;
  /** Longest chain of additions inside a tile. */
  readonly longestSum: (shape: GroupShape) => number;
}

/** log2 n additions an element. */
export const hillisSteele: TileKernel = {
  file: 'hillis-steele.wgsl',
  perThread: 1,
  constants: ({ workgroup }) => ({ LEVELS: Math.log2(workgroup) }),
  longestSum: ({ workgroup }) => Math.log2(workgroup),
};
/** Two additions an element. */
export const blelloch: TileKernel = {
  file: 'blelloch.wgsl',
  perThread: 2,
  constants: ({ workgroup }) => ({ LEVELS: Math.log2(2 * workgroup) }),
  longestSum: ({ workgroup }) => 2 * Math.log2(2 * workgroup) + 1,
};
/** Scans in subgroups, by the built-in or by shuffles. */
export const inSubgroups = (builtin: boolean): TileKernel => ({
  file: 'subgroup.wgsl',
  perThread: 1,
  constants: (shape) => ({ SUBGROUP_MIN: shape.subgroupMin, BUILTIN: String(builtin) }),
  // Two scans in a subgroup of up to 128 lanes, and one carry for each trip over the subgroups' sums.
  longestSum: (shape) => 2 * 7 + Math.ceil(shape.workgroup / shape.subgroupMin ** 2) + 1,
});

// Every element is four bytes wide.
const elementBytes = 4;

/** Tiles, then the scan of their sums by the same kernel, down to one tile; then every level is added to the one below. */
export function levels(
  kernel: TileKernel,
  shapeOf: (device: DeviceFacts) => GroupShape = groupShape,
): PlanCase<ScanCase> {
  return (params, device) => {
    const shape = shapeOf(device);
    const tile = kernel.perThread * shape.workgroup;
    const counts = levelCounts(params.n, tile);
    const below = counts.slice(0, -1);
    const at = { kernel, params, shape, tile };
    return {
      passes: [
        ...counts.map((count, level) => scanLevel(at, count, level)),
        ...below.map((count, level) => addLevel(at, count, level)).toReversed(),
      ],
      scratch: scratchOf(counts, tile),
      implBytes:
        [...counts, ...below].reduce((sum, count) => sum + 2 * count + Math.ceil(count / tile), 0) * 4,
      longestSum: Math.max(1, counts.length) * (kernel.longestSum(shape) + 1),
    };
  };
}

// The sums of each level's tiles and, but for the last, the scan of them.
function scratchOf(counts: readonly number[], tile: number): { readonly [name: string]: number } {
  const buffers = counts.flatMap((count, level) => {
    const bytes = Math.ceil(count / tile) * elementBytes;
    return level < counts.length - 1
      ? [
          [`sums${level}`, bytes],
          [`offsets${level}`, bytes],
        ]
      : [[`sums${level}`, bytes]];
  });
  return Object.fromEntries(buffers);
}

interface Launch {
  readonly kernel: TileKernel;
  readonly params: ScanCase;
  readonly shape: GroupShape;
  readonly tile: number;
}

// Everything above the vector itself is exclusive: what stands before a tile.
function scanLevel({ kernel, params, shape, tile }: Launch, count: number, level: number): Pass {
  const workgroups = gridOf(Math.ceil(count / tile));
  const constants = {
    N: count,
    EXCLUSIVE: String(level > 0 || params.mode === 'exclusive'),
    Value: params.dtype,
    WORKGROUP: shape.workgroup,
    GRID_X: workgroups[0],
  };
  return {
    wgsl: wgsl(kernel.file, { ...constants, ...kernel.constants(shape) }),
    bindings: [level === 0 ? 'values' : `sums${level - 1}`, resultOf(level), `sums${level}`],
    workgroups,
  };
}

function addLevel({ params, shape, tile }: Launch, count: number, level: number): Pass {
  const workgroups = gridOf(Math.ceil(count / shape.workgroup));
  const sizes = { TILE: tile, WORKGROUP: shape.workgroup, GRID_X: workgroups[0] };
  return {
    wgsl: wgsl('add-offsets.wgsl', { N: count, Value: params.dtype, ...sizes }),
    bindings: [`offsets${level}`, resultOf(level)],
    workgroups,
  };
}
