// Bitonic networks: every step over global memory, or those within a tile in workgroup memory.
import { notApplicable, wgsl } from '@kernel-ladder/harness';
import { nothing } from '@kernel-ladder/kernel-kit';
import type { DeviceFacts, Pass, Plan, PlanCase } from '@kernel-ladder/harness';
import type { SortCase } from '../cases/kinds.ts';
import { carriedBytes, grid, orderConstants, wordsOf } from './shape.ts';
import { entryAt, entriesBytes, writeEntries } from './entries.ts';
import type { Entry } from './entries.ts';

// Longer ones take seconds.
const longest = 2 ** 24;
const workgroup = 256;

/** Partners differ at the top in the bit `x`, and in all bits of `y`; the first step of a stage mirrors, so that all comparisons ascend. */
function stepsOf(stage: number, last = 0): readonly Entry[] {
  return Array.from({ length: stage - last + 1 }, (_, behind) => {
    const bit = stage - behind;
    return [bit, behind === 0 ? 2 ** (bit + 1) - 1 : 2 ** bit];
  });
}

/** A dispatch for each of the steps, log₂ n · (log₂ n + 1) / 2 of them. */
export const bitonicSteps: PlanCase<SortCase> = (params) => {
  if (params.n > longest) return notApplicable(`is for ${longest} keys at most`);
  if (params.n === 0) return nothing;
  const stages = Math.ceil(Math.log2(params.n));
  const entries = Array.from({ length: stages }, (_, stage) => stepsOf(stage)).flat();
  return planOf(params, { entries, passes: [begin(params), ...entries.map((_, at) => step(params, at))] });
};

/** Tiles that are sorted by a workgroup each; of what remains, a dispatch for each step that leaves its tile, and one for the rest of a merge. */
export const bitonicTiles: PlanCase<SortCase> = (params, device) => {
  if (params.n > longest) return notApplicable(`is for ${longest} keys at most`);
  if (params.n === 0) return nothing;
  const tileBits = tileBitsOf(device);
  const stages = Math.ceil(Math.log2(params.n));
  const merges = Array.from({ length: Math.max(0, stages - tileBits) }, (_, merge) =>
    stepsOf(tileBits + merge, tileBits),
  );
  const entries = merges.flat();
  let next = 0;
  const ends = tile(params, { tileBits, begins: false });
  const passes = merges.flatMap((steps) => [...steps.map(() => step(params, next++)), ends]);
  return planOf(params, { entries, passes: [tile(params, { tileBits, begins: true }), ...passes] });
};

// Two arrays of a tile fill the workgroup memory that every device has; a CPU takes a workgroup's threads in turn.
function tileBitsOf({ software }: DeviceFacts): number {
  return software ? 8 : 11;
}

interface Network {
  readonly entries: readonly Entry[];
  readonly passes: readonly Pass[];
}

function planOf(params: SortCase, { entries, passes }: Network): Plan {
  const isPairs = params.of === 'pairs';
  const network = [...(entries.length > 0 ? [writeEntries(entries)] : []), ...passes];
  // Each pass reads and writes every element.
  const bytes = 8 * wordsOf(params) * params.n * passes.length;
  return {
    passes: isPairs ? [...network, carry(params)] : network,
    scratch: { places: carriedBytes(params), entries: Math.max(16, entriesBytes(entries)) },
    implBytes: bytes + entriesBytes(entries) + (isPairs ? 12 * params.n : 0),
    longestSum: 1,
  };
}

function begin(params: SortCase): Pass {
  const { workgroups, GRID_X } = grid(Math.ceil(params.n / workgroup));
  return {
    wgsl: wgsl('bitonic/begin.wgsl', { N: params.n, PAIRS: String(params.of === 'pairs'), GRID_X }),
    bindings: ['keys', 'sorted', 'places'],
    workgroups,
  };
}

function step(params: SortCase, entry: number): Pass {
  const pairs = 2 ** Math.ceil(Math.log2(params.n)) / 2;
  const { workgroups, GRID_X } = grid(Math.ceil(pairs / workgroup));
  return {
    wgsl: wgsl('bitonic/step.wgsl', { ...networkConstants(params), GRID_X }),
    bindings: ['sorted', 'places', entryAt(entry)],
    workgroups,
  };
}

function tile(
  params: SortCase,
  { tileBits, begins }: { readonly tileBits: number; readonly begins: boolean },
): Pass {
  const { workgroups, GRID_X } = grid(Math.ceil(params.n / 2 ** tileBits));
  const constants = {
    ...networkConstants(params),
    GRID_X,
    WORKGROUP: Math.min(workgroup, 2 ** (tileBits - 1)),
    TILE_BITS: tileBits,
    TILE: 2 ** tileBits,
    PLACES: params.of === 'pairs' ? 2 ** tileBits : 1,
    BEGINS: String(begins),
  };
  return {
    wgsl: wgsl('bitonic/tile.wgsl', constants),
    bindings: ['sorted', 'places', 'keys'],
    workgroups,
  };
}

function networkConstants(params: SortCase) {
  return { N: params.n, PAIRS: String(params.of === 'pairs'), ...orderConstants(params) };
}

function carry({ n }: SortCase): Pass {
  const { workgroups, GRID_X } = grid(Math.ceil(n / workgroup));
  return {
    wgsl: wgsl('bitonic/carry.wgsl', { N: n, GRID_X }),
    bindings: ['places', 'values', 'carried'],
    workgroups,
  };
}
