// The plan for few queries that share keys on the matrix unit, and what may be tuned of it.
import { generated, multiprocessorsOf, notApplicable, sizeClass, tunable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip, Space, Values } from '@kernel-ladder/harness';
import { canPinLanes, gridOf, refuseMatrices, refuseOver, remembering } from '@kernel-ladder/kernel-kit';
import type { AttentionCase } from '../cases.ts';
import { columnsKernel, layOutColumns, mostColumns } from '../kernels/columns.wgsl.ts';
import { groupedKernel, layOutGrouped } from '../kernels/grouped.wgsl.ts';
import type { GroupedTile } from '../kernels/grouped.wgsl.ts';
import { fragment, lanes, packed } from '../kernels/tensor/layout.ts';
import { problemOf } from './flash.ts';
import { sizes } from './problem.ts';
import { mergeParts, partBytes } from './split.ts';

const groupedText = remembering(groupedKernel);
const columnsText = remembering(columnsKernel);

// Workgroups of a subgroup each that a multiprocessor has room for, and keys that are worth one.
const perMultiprocessor = { rows: 8, columns: 9 } as const;
const shortestPart = 256;

/** The tile where nothing was tuned: as many parts as run at once, so that few of them wait for a second wave, and a step each in turns. */
export function groupedTileFor(params: AttentionCase, device: DeviceFacts): GroupedTile {
  const { b, h, g, q, k } = params;
  const keys = 16;
  const columns = hasColumns(device) && g * q <= mostColumns;
  const workgroups = multiprocessorsOf(device) * perMultiprocessor[columns ? 'columns' : 'rows'];
  const parts = Math.max(1, Math.floor(workgroups / (b * (h / g))));
  const part = keys * Math.ceil(Math.max(shortestPart, k / parts) / keys);
  return { keys, part, early: columns, turns: true, rounds: 1, columns, deep: false };
}

/** Why a device or a case cannot run the rung; null when it can. */
export function refuseGrouped({ dtype, d, g, q }: AttentionCase, device: DeviceFacts): Skip | null {
  if (dtype !== 'f16') return notApplicable('multiplies f16 only');
  if (d % fragment !== 0) return notApplicable('reads heads of whole fragments of 16 elements only');
  if (g * q > fragment) return notApplicable(`takes up to ${fragment} queries that share keys`);
  return refuseMatrices(device, { input: 'f16', sum: 'f32', deep: 16 });
}

/** Plans two dispatches with a tile: parts of the keys, then their merge. */
export function planGrouped(params: AttentionCase, device: DeviceFacts, tile: GroupedTile): Plan | Skip {
  const { b, h, g, q, k, d } = params;
  const { layOut, write } = formOf(tile);
  const { sharedBytes, part } = layOut(tile, d);
  const refused = refuseOver(device, 'maxComputeWorkgroupStorageSize', sharedBytes);
  if (refused) return refused;
  const parts = Math.ceil(k / part);
  const grid = gridOf(b * (h / g) * parts);
  const text = write({ ...problemOf(params, q), grid, pinsSubgroupSize: canPinLanes(device) }, tile);
  const { queries, keys } = sizes(params);
  const bytes = partBytes(params, parts);
  return {
    passes: [
      {
        wgsl: generated('grouped.wgsl.ts', text),
        bindings: ['queries', 'keys', 'values', 'lengths', 'parts'],
        workgroups: grid,
      },
      mergeParts(params, parts),
    ],
    scratch: { parts: bytes },
    implBytes: 2 * queries + 2 * keys + 2 * bytes,
    longestSum: Math.max(Math.min(part, k) + parts, d),
  };
}

function formOf({ columns }: GroupedTile) {
  return columns
    ? { layOut: layOutColumns, write: columnsText }
    : { layOut: layOutGrouped, write: groupedText };
}

function hasColumns({ subgroupMatrixConfigs }: DeviceFacts): boolean {
  return subgroupMatrixConfigs.some(
    ({ componentType, resultComponentType, M, N, K }) =>
      componentType === 'f16' &&
      resultComponentType === 'f32' &&
      M === fragment &&
      N === mostColumns &&
      K === fragment,
  );
}

const values: Values<GroupedTile> = {
  keys: [16, 32],
  part: [256, 512, 1024, 2048],
  early: [false, true],
  turns: [false, true],
  rounds: [1, 2],
  columns: [false, true],
  deep: [false, true],
};

/** What may be tuned of the rung on a case. */
export function groupedSpace(params: AttentionCase, device: DeviceFacts): Space<GroupedTile> {
  const { b, h, g, q, k, d } = params;
  return {
    values,
    constraints: [
      {
        why: 'Columns are matrices of 16 × 8 × 16, for eight queries at most and 16 keys a step, with early values.',
        holds: ({ columns, keys, early }) =>
          !columns || (hasColumns(device) && g * q <= mostColumns && keys === fragment && early),
      },
      { why: 'Of rows one step is on its way.', holds: ({ columns, deep }) => columns || !deep },
      {
        why: 'What passes through the tile at a time is whole fragments of every row.',
        holds: ({ rounds }) => d % (rounds * fragment) === 0,
      },
      {
        why: 'Every lane brings as much in each round.',
        holds: ({ keys, rounds }) => rounds === 1 || (keys * d) % (rounds * packed * lanes) === 0,
      },
    ],
    model: (tile) => {
      const { registers, sharedBytes } = formOf(tile).layOut(tile, d);
      const parts = Math.ceil(k / tile.part);
      const { keys } = sizes(params);
      return {
        threads: lanes,
        registers,
        workgroupBytes: sharedBytes,
        workgroups: b * (h / g) * parts,
        bytes: { memory: 2 * keys + 2 * partBytes(params, parts), cache: 2 * keys },
      };
    },
    usual: groupedTileFor(params, device),
  };
}

/** The rung, tunable for each shape of heads and keys. */
export const grouped = tunable<AttentionCase, GroupedTile>({
  rung: 'grouped',
  classOf: ({ b, h, g, q, k, d }) =>
    `heads=${sizeClass(b * (h / g))},rows=${g * q},k=${sizeClass(k)},d=${d},f16`,
  space: groupedSpace,
  plan: planGrouped,
});
