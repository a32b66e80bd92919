// K split over several workgroups, for products of few tiles: partial products first, then their sum in order.
import { multiprocessorsOf, notApplicable, wgsl } from '@kernel-ladder/harness';
import type { DeviceFacts, Pass, Plan, Skip } from '@kernel-ladder/harness';
import {
  depthOf,
  gridOf,
  refuseOver,
  registerTileFor,
  registerTiles,
  tilesOf,
} from '@kernel-ladder/kernel-kit';
import type { RegisterTile, TiledDevice } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { addedOr, epilogueConstants } from './epilogue.ts';
import { refuseTile, registerPass } from './register.ts';
import { finishBytes, outputBytes, tiledBytes } from './traffic.ts';

/** How a K is split, to tune: workgroups for each multiprocessor, the shortest part worth a workgroup, the most parts. */
export const split = { perMultiprocessor: 4, shortest: 128, mostParts: 128 } as const;

/** The tile and the number of parts for a product. */
export interface Split {
  readonly tile: RegisterTile;
  readonly parts: number;
}

/** How one product is split; a single part where K is a single slice. */
export function splitFor(device: TiledDevice, params: GemmCase): Split {
  const tile = device.software ? registerTileFor(device, params) : splitTile(params);
  const tiles = tilesOf(params, { rows: tile.bm, columns: tile.bn });
  const count = tiles.rows * tiles.columns;
  const wanted = Math.min(
    Math.ceil((split.perMultiprocessor * multiprocessorsOf(device)) / count),
    // A K too short for that still has two parts, as long as it has two slices.
    Math.max(2, Math.floor(params.k / split.shortest)),
    split.mostParts,
  );
  // Whole slices a part: the last part may be shorter, but none is empty.
  const depth = depthOf({ k: params.k, parts: Math.max(1, wanted) }, tile.bk);
  return { tile, parts: Math.ceil(params.k / depth) };
}

// The least wasteful one: there are workgroups enough.
function splitTile({ m, n }: GemmCase): RegisterTile {
  const { small, tiny, flat } = registerTiles;
  if (m <= 2 * flat.tile.bm) return flat.tile;
  return (m <= tiny.tile.bm || n <= tiny.tile.bn ? tiny : small).tile;
}

/** Why a product is not split; null when it is. */
export function refuseSplit(params: GemmCase, device: DeviceFacts): Skip | null {
  if (params.batch !== 1) return notApplicable('a batch has enough workgroups without splitting K');
  const tiles = tilesOf(params, { rows: 64, columns: 64 });
  // A tile for every other multiprocessor, each of many subgroups, keeps a device busy.
  const mostTiles = Math.floor(multiprocessorsOf(device) / 2);
  if (tiles.rows * tiles.columns <= mostTiles) return null;
  return notApplicable(`more than ${mostTiles} tiles of 64 x 64 keep the device busy without splitting K`);
}

/** Whether K is long enough that several workgroups for a tile are quicker than one: four of the shortest parts. */
export function paysToSplit(params: GemmCase, device: DeviceFacts): boolean {
  return refuseSplit(params, device) === null && params.k >= 4 * split.shortest;
}

/** Plans one product of at least one term and one element that `refuseSplit` lets through; a single slice of K is one part. */
export function planSplit(params: GemmCase, device: DeviceFacts): Plan | Skip {
  const { m, n, k } = params;
  const { tile, parts } = splitFor(device, params);
  const partials = 4 * parts * m * n;
  const multiply = registerPass({ ...params, epilogue: 'none' }, tile, parts);
  const bindings = multiply.bindings.map((binding) => (binding === 'c' ? 'partials' : binding));
  const walked = tiledBytes(params, { rows: tile.bm, columns: tile.bn }) - outputBytes(params);
  return (
    refuseTile(params, device, tile) ??
    refuseOver(device, 'maxStorageBufferBindingSize', partials) ?? {
      passes: [{ ...multiply, bindings }, foldPass(params, parts)],
      scratch: { partials },
      implBytes: walked + 2 * partials + outputBytes(params) + finishBytes(params),
      longestSum: depthOf({ k, parts }, tile.bk) + parts,
    }
  );
}

const foldSize = 64;

function foldPass(params: GemmCase, parts: number): Pass {
  const { m, n, epilogue } = params;
  const grid = gridOf(Math.ceil((m * n) / foldSize));
  const source = wgsl('fold.wgsl', {
    COUNT: m * n,
    COLUMNS: n,
    PARTS: parts,
    ...epilogueConstants(epilogue),
    SIZE: foldSize,
    GRID_X: grid[0],
  });
  return { wgsl: source, bindings: ['partials', 'c', addedOr(params, 'a')], workgroups: grid };
}
