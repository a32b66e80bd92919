// Two reads and one write: sums of tiles, the scan of these sums the same way, then each tile with what stands before it.
import { wgsl } from '@kernel-ladder/harness';
import { gridOf } from '@kernel-ladder/kernel-kit';
import type { DeviceFacts, Pass, PlanCase } from '@kernel-ladder/harness';
import type { ScanCase } from '../cases.ts';
import { levelCounts, resultOf } from './shape.ts';
import type { GroupShape } from './shape.ts';
import { insideTile, perThread, tileConstants, tileShape, wholeQuads } from './tiles.ts';

/** Tiles of workgroups of the shape that a device is given. */
export function reduceThenScan(shapeOf: (device: DeviceFacts) => GroupShape = tileShape): PlanCase<ScanCase> {
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

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
