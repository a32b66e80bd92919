// K split over several workgroups on the matrix unit, for products of few tiles: partial products first, then their sum in order.
import { multiprocessorsOf } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip } from '@kernel-ladder/harness';
import { refuseOver, tilesOf } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { layOutPiped } from '../kernels/piped/layout.ts';
import { foldPass, refuseSplit } from './split-k.ts';
import { planParts, refusePiped } from './tensor-pipelined.ts';
import type { PipedSplit } from './tensor-pipelined.ts';
import { pipedTiles } from './tensor-tiles.ts';
import { kindOf } from './tensor.ts';
import { finishBytes, outputBytes } from './traffic.ts';

/** How a K is split, to tune: workgroups for each multiprocessor, the least rounds of a loop worth a workgroup, the most parts. */
export const tensorSplit = { perMultiprocessor: 2, leastRounds: 2, mostParts: 256 } as const;

/** Why a product is not split; null when it is. */
export function refuseTensorSplit(params: GemmCase, device: DeviceFacts): Skip | null {
  return refuseSplit(params, device) ?? refusePiped(params, device);
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
      passes: [...renamed, foldPass(params, parts)],
      scratch: { ...plan.scratch, partials },
      implBytes: plan.implBytes + partials + outputBytes(params) + finishBytes(params),
      longestSum: depth + parts,
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
  const { tile } = pipedTiles.tiny;
  const { m, n, k } = params;
  const { unrolled } = layOutPiped(tile, { ...params, kind: kindOf(params), rows: m, columns: n });
  const round = tile.bk * unrolled;
  const rounds = Math.ceil(k / round);
  const { rows, columns } = tilesOf(params, { rows: tile.bm, columns: tile.bn });
  const wanted = Math.min(
    Math.ceil((tensorSplit.perMultiprocessor * multiprocessorsOf(device)) / (rows * columns)),
    Math.max(2, Math.floor(rounds / tensorSplit.leastRounds)),
    tensorSplit.mostParts,
    rounds,
  );
  const roundsOfPart = Math.ceil(rounds / wanted);
  return { split: { tile, parts: Math.ceil(rounds / roundsOfPart) }, depth: roundsOfPart * round };
}
