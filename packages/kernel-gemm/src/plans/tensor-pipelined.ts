// The plan of the pipelined tensor rung: its tile, and operands padded to whole tiles and whole rounds along K.
import { generated } from '@kernel-ladder/harness';
import type { DeviceFacts, Pass, Plan, Skip } from '@kernel-ladder/harness';
import { canPinLanes, gridOf, refuseMatrices, refuseOver, remembering } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { addedInput } from '../kernels/epilogue.ts';
import { fetchesOf } from '../kernels/piped/copies.ts';
import { layOutPiped, pipedThreads } from '../kernels/piped/layout.ts';
import type { PipedLayout } from '../kernels/piped/layout.ts';
import { straightBefore } from '../kernels/piped/streamed.ts';
import { pipedKernel } from '../kernels/tensor-pipelined.wgsl.ts';
import type { PipedProblem, PipedTile } from '../kernels/tensor-pipelined.wgsl.ts';
import { fragment, kinds } from '../kernels/tensor/layout.ts';
import { prepared } from './packing.ts';
import type { Step } from './padding.ts';
import { kindOf } from './tensor.ts';
import { pipedTileFor } from './tensor-tiles.ts';
import { elementBytes, finishBytes, outputBytes, roundUp } from './traffic.ts';

const pipedText = remembering(pipedKernel);

/** Why a device cannot run the rung on a case; null when it can. */
export function refusePiped(params: GemmCase, device: DeviceFacts): Skip | null {
  return refuseMatrices(device, kinds[kindOf(params)]);
}

/** Plans products of at least one term and one element; the kernel stores what lies inside C. */
export function planPiped(
  params: GemmCase,
  device: DeviceFacts,
  tile = pipedTileFor(params, device),
): Plan | Skip {
  return planParts(params, device, { tile, parts: 1 });
}

/** A tile, and how many workgroups share the K of one. */
export interface PipedSplit {
  readonly tile: PipedTile;
  readonly parts: number;
}

/** Plans a product whose K is split into parts; `c` then holds their sums, one behind the other. */
export function planParts(params: GemmCase, device: DeviceFacts, split: PipedSplit): Plan | Skip {
  const { tile, parts } = split;
  const layout = layOutPiped(tile, { ...params, kind: kindOf(params), rows: params.m, columns: params.n });
  const whole = {
    ...params,
    m: roundUp(params.m, tile.bm),
    n: roundUp(params.n, tile.bn),
    k: roundUp(params.k, parts * tile.bk * layout.unrolled),
  };
  const [a, b] = [
    prepared('a', { params, whole, slab: layout.a }),
    prepared('b', { params, whole, slab: layout.b }),
  ];
  const scratch = { ...a.scratch, ...b.scratch };
  const problem = problemOf(params, whole, { split, device });
  const written = parts * outputBytes(params) + finishBytes(params);
  return (
    refuseOver(device, 'maxComputeInvocationsPerWorkgroup', pipedThreads(tile)) ??
    refuseOver(device, 'maxComputeWorkgroupStorageSize', 16 * layout.length) ??
    refuseOver(device, 'maxStorageBufferBindingSize', Math.max(0, ...Object.values(scratch))) ?? {
      passes: [...a.passes, ...b.passes, multiplication(problem, tile, [a, b])],
      scratch,
      implBytes: a.bytes + b.bytes + loadedBytes(whole, layout, parts) + written,
      longestSum: params.k,
    }
  );
}

// What the tiles load: their rows and columns along all of K, and what is loaded again behind it.
function loadedBytes(whole: GemmCase, layout: PipedLayout, parts: number): number {
  const { m, n, k, batch } = whole;
  const { a, b, bm, bn, bk } = layout;
  const steps = k / parts / bk;
  // Fragments of the first slab come straight before the loop, and subgroups beside each other load the same.
  const depth = (slab: PipedLayout['a']) =>
    slab.way === 'straight'
      ? (steps * bk + straightBefore(layout)) * layout.subgroupsAcross
      : fetchesOf(layout, slab, steps) * slab.reach * bk;
  const tiles = batch * parts * (m / bm) * (n / bn);
  return elementBytes(whole).input * tiles * (bm * depth(a) + bn * depth(b));
}

interface How {
  readonly split: PipedSplit;
  readonly device: DeviceFacts;
}

function problemOf(params: GemmCase, whole: GemmCase, { split, device }: How): PipedProblem {
  const { m, n, k, layout, batch, epilogue } = whole;
  const { tile, parts } = split;
  return {
    m,
    n,
    k,
    kind: kindOf(params),
    shape: { side: fragment, deep: kinds[kindOf(params)].deep },
    layout,
    batch,
    parts,
    epilogue,
    rows: params.m,
    columns: params.n,
    grid: gridOf((m / tile.bm) * (n / tile.bn), batch * parts),
    pinsSubgroupSize: canPinLanes(device),
  };
}

function multiplication(problem: PipedProblem, tile: PipedTile, operands: readonly Step[]): Pass {
  const added = addedInput(problem.epilogue);
  return {
    wgsl: generated('tensor-pipelined.wgsl.ts', pipedText(problem, tile)),
    bindings: [...operands.map(({ name }) => name), 'c', ...(added === null ? [] : [added])],
    workgroups: problem.grid,
  };
}
