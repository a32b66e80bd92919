// The two rungs whose tiles hold 16 elements a thread: reduce-then-scan, and the single pass with look-back.
import { wgsl } from '@kernel-ladder/harness';
import { gridOf } from '@kernel-ladder/kernel-kit';
import type { Constants, DeviceFacts, Pass, Plan } from '@kernel-ladder/harness';
import type { ScanCase } from './cases.ts';
import { groupShape, levelCounts, resultOf } from './plans.ts';
import type { GroupShape, PlanCase } from './plans.ts';

// Four vec4s: what the kernels keep in named registers.
const perThread = 16;
// Threads a workgroup: 128 to 1024 on hardware, as far as the device goes.
const tileWorkgroup = 512;
// Tiles that a lane of the look-back looks at in one go, 1 to 4.
const rowsAtOnce = 2;
// Words in front of the tiles' states: the ticket, alone in its cache line.
const firstState = 32;

/** Sums of tiles, the scan of these sums the same way, then each tile with what stands before it: two reads, one write. */
export function reduceThenScan(shapeOf: (device: DeviceFacts) => GroupShape = tileShape): PlanCase {
  return (params, device) => {
    const shape = shapeOf(device);
    const tile = perThread * shape.workgroup;
    const counts = levelCounts(params.n, tile);
    const below = counts.slice(0, -1);
    const at = { params, shape, tile };
    return {
      passes: [
        ...below.map((count, level) => sumTiles(at, count, level)),
        ...counts.map((count, level) => scanTiles(at, count, level)).toReversed(),
      ],
      scratch: Object.fromEntries(
        below.flatMap((count, level) => {
          const bytes = wholeQuads(Math.ceil(count / tile)) * 16;
          return [
            [`sums${level}`, bytes],
            [`offsets${level}`, bytes],
          ];
        }),
      ),
      implBytes:
        4 *
        (sum(counts.map((count) => 2 * count)) +
          sum(below.map((count) => count + 2 * Math.ceil(count / tile)))),
      longestSum: Math.max(1, counts.length) * (insideTile(shape) + 1),
    };
  };
}

/** What a test changes about the look-back: the order of the tiles, the kernel, how much the launch resets. */
export interface LookBackOptions {
  readonly file?: string;
  readonly constants?: Constants;
  readonly resetsStates?: boolean;
}

/** One pass over the vector; the states of the tiles are cleared before. */
export function lookBack(options: LookBackOptions = {}): PlanCase {
  return (params, device) => {
    const shape = tileShape(device);
    const tiles = Math.ceil(params.n / (perThread * shape.workgroup));
    const words = firstState + 2 * tiles;
    const looked = rowsAtOnce * Math.max(1, device.subgroupMaxSize) * 8;
    return {
      passes: passesOf({ params, shape, tiles }, options),
      scratch: { state: wholeQuads(words) * 16 },
      implBytes: 2 * 4 * params.n + (tiles > 1 ? 4 * words + tiles * (16 + looked) : 0),
      longestSum: tiles + insideTile(shape),
    } satisfies Plan;
  };
}

function passesOf(
  { params, shape, tiles }: { params: ScanCase; shape: GroupShape; tiles: number },
  { file = 'look-back.wgsl', constants = {}, resetsStates = true }: LookBackOptions,
): readonly Pass[] {
  if (tiles === 0) return [];
  const main: Pass = {
    wgsl: wgsl(file, {
      ...tileConstants(params, shape),
      EXCLUSIVE: String(params.mode === 'exclusive'),
      ...(file === 'look-back.wgsl' ? { ROWS: rowsAtOnce } : {}),
      ...constants,
    }),
    bindings: ['values', 'result', 'state'],
    // The ticket numbers the tiles: the grid may have any form that holds them.
    workgroups: gridOf(tiles),
  };
  if (tiles === 1) return [main];
  const quads = wholeQuads(resetsStates ? firstState + 2 * tiles : firstState);
  const reset: Pass = {
    wgsl: wgsl('reset.wgsl', { QUADS: quads }),
    bindings: ['state'],
    workgroups: [Math.ceil(quads / 256), 1, 1],
  };
  return [reset, main];
}

function tileShape(device: DeviceFacts): GroupShape {
  if (device.software) return groupShape(device);
  const most = device.limits['maxComputeInvocationsPerWorkgroup'] ?? 256;
  return { ...groupShape(device), workgroup: Math.min(tileWorkgroup, most) };
}

interface Launch {
  readonly params: ScanCase;
  readonly shape: GroupShape;
  readonly tile: number;
}

function sumTiles({ params, shape, tile }: Launch, count: number, level: number): Pass {
  const workgroups = gridOf(Math.ceil(count / tile));
  return {
    wgsl: wgsl('tile-sums.wgsl', { ...tileConstants({ ...params, n: count }, shape), GRID_X: workgroups[0] }),
    bindings: [level === 0 ? 'values' : `sums${level - 1}`, `sums${level}`],
    workgroups,
  };
}

function scanTiles({ params, shape, tile }: Launch, count: number, level: number): Pass {
  const workgroups = gridOf(Math.ceil(count / tile));
  const values = level === 0 ? 'values' : `sums${level - 1}`;
  const isExclusive = level > 0 || params.mode === 'exclusive';
  const constants = {
    ...tileConstants({ ...params, n: count }, shape),
    EXCLUSIVE: String(isExclusive),
    GRID_X: workgroups[0],
  };
  return {
    wgsl: wgsl('scan-tiles.wgsl', constants),
    // Before a single tile stands nothing: what is bound in its place is not read.
    bindings: [values, resultOf(level), count > tile ? `offsets${level}` : values],
    workgroups,
  };
}

function tileConstants({ n, dtype }: ScanCase, { workgroup, subgroupMin }: GroupShape): Constants {
  return { N: n, Value: dtype, WORKGROUP: workgroup, SUBGROUP_MIN: subgroupMin };
}

// A quad, four rows of a subgroup of up to 128 lanes, the sums of the subgroups, and what stands before the tile.
function insideTile({ workgroup, subgroupMin }: GroupShape): number {
  return 3 + 7 + 3 + Math.ceil(workgroup / subgroupMin ** 2) + 7 + 3;
}

function wholeQuads(words: number): number {
  return Math.ceil(words / 4);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
