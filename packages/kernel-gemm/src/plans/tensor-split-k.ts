// K split over several workgroups on the matrix unit, for products of few tiles: partial products first, then their sum in order.
import { multiprocessorsOf, notApplicable } from '@kernel-ladder/harness';
import type { Cost, DeviceFacts, Plan, Skip, TuningSpec } from '@kernel-ladder/harness';
import { refuseOver, tilesOf } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { layOutPiped } from '../kernels/piped/layout.ts';
import type { PipedTile } from '../kernels/piped/layout.ts';
import { wideFoldLength, wideFoldPass } from './fold-wide.ts';
import { shapeClassOf } from './shape-class.ts';
import { planParts, refusePiped } from './tensor-pipelined.ts';
import type { PipedSplit } from './tensor-pipelined.ts';
import { pipedRegisters } from './tensor-space.ts';
import { pipedTiles } from './tensor-tiles.ts';
import { kindOf } from './tensor.ts';
import { finishBytes, outputBytes } from './traffic.ts';

/** The tile of a part, by its name, and how many parts are aimed at. */
export type SplitChoice = { readonly tile: keyof typeof pipedTiles; readonly parts: number };

/** How the rung is tuned. */
export const tensorSplitTuning: TuningSpec<GemmCase, SplitChoice> = {
  rung: 'tensor-split-k',
  classOf: shapeClassOf,
  space: (params, device) => ({
    values: { tile: ['tiny', 'small', 'flat'], parts: [4, 8, 16, 33, 66, 132, 264] },
    constraints: [
      {
        why: 'A part has a round of the loop at least.',
        holds: ({ tile, parts }) => parts <= roundsOf(params, pipedTiles[tile].tile).rounds,
      },
    ],
    model: (choice) => costOf(params, choice),
    usual: usualSplit(params, device),
  }),
  plan: planTensorSplit,
};

/** Why a product is not split; null when it is. */
export function refuseTensorSplit(params: GemmCase, device: DeviceFacts): Skip | null {
  if (params.batch !== 1) return notApplicable('a batch has enough workgroups without splitting K');
  const refused = refusePiped(params, device);
  if (refused) return refused;
  const tiles = countOf(params, usualTile(params));
  const most = multiprocessorsOf(device);
  if (tiles <= most) return null;
  return notApplicable(`${tiles} tiles keep ${most} multiprocessors busy without splitting K`);
}

// A product of few rows takes a tile of few rows.
function usualTile({ m }: GemmCase): SplitChoice['tile'] {
  return m <= pipedTiles.flat.tile.bm ? 'flat' : 'tiny';
}

function countOf(params: GemmCase, tile: SplitChoice['tile']): number {
  const { bm, bn } = pipedTiles[tile].tile;
  const { rows, columns } = tilesOf(params, { rows: bm, columns: bn });
  return rows * columns;
}

/** Plans one product of at least one term and one element that `refuseTensorSplit` lets through. */
export function planTensorSplit(params: GemmCase, device: DeviceFacts, choice: SplitChoice): Plan | Skip {
  const { split, depth } = splitOf(params, choice);
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
function splitOf(params: GemmCase, { tile: name, parts }: SplitChoice): DeepSplit {
  const { tile } = pipedTiles[name];
  const { round, rounds } = roundsOf(params, tile);
  const roundsOfPart = Math.ceil(rounds / parts);
  return { split: { tile, parts: Math.ceil(rounds / roundsOfPart) }, depth: roundsOfPart * round };
}

function roundsOf(params: GemmCase, tile: PipedTile) {
  const { m, n, k } = params;
  const { unrolled } = layOutPiped(tile, { ...params, kind: kindOf(params), rows: m, columns: n });
  const round = tile.bk * unrolled;
  return { round, rounds: Math.ceil(k / round) };
}

// Workgroups for each multiprocessor, and the least rounds of the loop worth a workgroup.
const usual = { perMultiprocessor: 2, leastRounds: 2 } as const;

function usualSplit(params: GemmCase, device: DeviceFacts): SplitChoice {
  const tile = usualTile(params);
  const { rounds } = roundsOf(params, pipedTiles[tile].tile);
  const wanted = Math.ceil((usual.perMultiprocessor * multiprocessorsOf(device)) / countOf(params, tile));
  const parts = Math.min(wanted, Math.max(2, Math.floor(rounds / usual.leastRounds)), rounds);
  return { tile, parts };
}

function costOf(params: GemmCase, choice: SplitChoice): Cost {
  const { tile, parts } = splitOf(params, choice).split;
  const layout = layOutPiped(tile, { ...params, kind: kindOf(params), rows: params.m, columns: params.n });
  const workgroups = parts * countOf(params, choice.tile);
  const loaded = (workgroups * (params.k / parts) * (tile.bm + tile.bn) * 16) / layout.packed;
  return {
    threads: layout.threads,
    registers: pipedRegisters(layout),
    workgroupBytes: 16 * layout.length,
    workgroups,
    bytes: { cache: loaded + 2 * parts * outputBytes(params) },
  };
}
