// K split over several workgroups on the matrix unit, for products of few tiles: partial products first, then their sum in order.
import { multiprocessorsOf, notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip } from '@kernel-ladder/harness';
import { refuseOver, tilesOf } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { layOutPiped } from '../kernels/piped/layout.ts';
import type { PipedTile } from '../kernels/piped/layout.ts';
import { wideFoldLength, wideFoldPass } from './fold-wide.ts';
import { planParts, refusePiped } from './tensor-pipelined.ts';
import type { PipedSplit } from './tensor-pipelined.ts';
import { pipedTiles } from './tensor-tiles.ts';
import { kindOf } from './tensor.ts';
import { finishBytes, outputBytes } from './traffic.ts';

/** How a K is split, to tune: workgroups for each multiprocessor, the least rounds of a loop worth a workgroup, the most parts. */
export const tensorSplit = { perMultiprocessor: 2, leastRounds: 2, mostParts: 256 } as const;

/** Why a product is not split; null when it is. */
export function refuseTensorSplit(params: GemmCase, device: DeviceFacts): Skip | null {
  if (params.batch !== 1) return notApplicable('a batch has enough workgroups without splitting K');
  const refused = refusePiped(params, device);
  if (refused) return refused;
  const tiles = countOf(params);
  const most = multiprocessorsOf(device);
  if (tiles <= most) return null;
  return notApplicable(`${tiles} tiles keep ${most} multiprocessors busy without splitting K`);
}

// A product of few rows takes a tile of few rows.
function tileOf({ m }: GemmCase): PipedTile {
  return (m <= pipedTiles.flat.tile.bm ? pipedTiles.flat : pipedTiles.tiny).tile;
}

function countOf(params: GemmCase): number {
  const { bm, bn } = tileOf(params);
  const { rows, columns } = tilesOf(params, { rows: bm, columns: bn });
  return rows * columns;
}

/** Plans one product of at least one term and one element that `refuseTensorSplit` lets through. */
export function planTensorSplit(params: GemmCase, device: DeviceFacts): Plan | Skip {
  const { split, depth } = splitFor(params, device);
  const { parts } = split;
  const plan = planParts({ ...params, epilogue: 'none' }, device, split);
  if ('skip' in plan) return plan;
  const partials = parts * outputBytes(params);
  const renamed = plan.passes.map((pass) => ({
    ...pass,
    bindings: pass.bindings.map((binding) => (binding === 'c' ? 'partials' : binding)),
  }));
  return (
    refuseOver(device, 'maxStorageBufferBindingSize', partials) ?? {
      passes: [...renamed, wideFoldPass(params, parts)],
      scratch: { ...plan.scratch, partials },
      implBytes: plan.implBytes + partials + outputBytes(params) + finishBytes(params),
      longestSum: depth + wideFoldLength(parts),
    }
  );
}

interface DeepSplit {
  readonly split: PipedSplit;
  /** Elements along K of a part. */
  readonly depth: number;
}

// Whole rounds of the loop a part: what that leaves over of K is padded.
function splitFor(params: GemmCase, device: DeviceFacts): DeepSplit {
  const tile = tileOf(params);
  const { m, n, k } = params;
  const { unrolled } = layOutPiped(tile, { ...params, kind: kindOf(params), rows: m, columns: n });
  const round = tile.bk * unrolled;
  const rounds = Math.ceil(k / round);
  const wanted = Math.min(
    Math.ceil((tensorSplit.perMultiprocessor * multiprocessorsOf(device)) / countOf(params)),
    Math.max(2, Math.floor(rounds / tensorSplit.leastRounds)),
    tensorSplit.mostParts,
    rounds,
  );
  const roundsOfPart = Math.ceil(rounds / wanted);
  return { split: { tile, parts: Math.ceil(rounds / roundsOfPart) }, depth: roundsOfPart * round };
}
