// The plan for few queries whose keys and values are read as a stream, and what may be tuned of it.
import {
  generated,
  missingFeature,
  multiprocessorsOf,
  notApplicable,
  sizeClass,
  tunable,
} from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip, Space, Values } from '@kernel-ladder/harness';
import { gridOf, refuseOver, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { AttentionCase } from '../cases.ts';
import { lanesOf, layOutStream, streamKernel } from '../kernels/streamed.wgsl.ts';
import type { StreamedHead, StreamTile } from '../kernels/streamed.wgsl.ts';
import { problemOf } from './flash.ts';
import { sizes } from './problem.ts';
import { mergeParts, partBytes } from './split.ts';

// Workgroups for each multiprocessor that keep it reading: with more of them parts are shorter, and each begins with nothing on its way.
const perMultiprocessor = 2;
const partLengths = [256, 512, 1024, 2048] as const;

/** The tile where nothing was tuned: parts as long as they come while there are workgroups for all multiprocessors. */
export function streamTileFor(params: AttentionCase, device: DeviceFacts): StreamTile {
  const { b, h, g, q, k } = params;
  const rows = Math.min(4, 2 ** Math.ceil(Math.log2(g * q)));
  const heads = b * (h / g) * Math.ceil((g * q) / rows);
  const wanted = (heads * k) / (perMultiprocessor * multiprocessorsOf(device));
  const part = partLengths.findLast((length) => length <= wanted) ?? partLengths[0];
  const { threads, unroll, turns } = widthOf(params, device, rows);
  const lanes = Math.ceil(lanesOf(headOf(params, device), threads) / turns);
  const groups = threads / lanes;
  return { threads, lanes, rows, unroll: Math.min(unroll, part / groups), part };
}

// Of a single query few registers are taken, and loads are all there is. Queries that share halves multiply and agree for half of the bytes: fewer
// lanes a key agree by fewer shuffles.
function widthOf({ dtype }: AttentionCase, { software }: DeviceFacts, rows: number) {
  if (software) return { threads: 64, unroll: 1, turns: 1 };
  if (rows === 1) return { threads: 256, unroll: 4, turns: 1 };
  return dtype === 'f16' ? { threads: 128, unroll: 4, turns: 2 } : { threads: 256, unroll: 8, turns: 1 };
}

function headOf({ d, dtype }: AttentionCase, device: DeviceFacts): StreamedHead {
  // Of more lanes than these a head of usual length has no use.
  return {
    dim: d,
    element: dtype,
    subgroupMin: Math.min(32, 2 ** Math.floor(Math.log2(subgroupMin(device)))),
  };
}

/** Why a device or a case cannot run the rung, but for the number of queries; null when it can. */
export function refuseStream(params: AttentionCase, device: DeviceFacts): Skip | null {
  if (!device.features.has('subgroups')) return missingFeature('subgroups');
  const whole = params.dtype === 'f16' ? 8 : 4;
  return params.d % whole === 0 ? null : notApplicable('reads heads of whole words of 16 bytes only');
}

/** Plans two dispatches with a tile: parts of the keys, then their merge. */
export function planStream(params: AttentionCase, device: DeviceFacts, tile: StreamTile): Plan | Skip {
  const { b, h, g, q, k, d } = params;
  const head = headOf(params, device);
  const { sharedBytes, threads, part, rows } = layOutStream(tile, head);
  const refused =
    refuseOver(device, 'maxComputeWorkgroupStorageSize', sharedBytes) ??
    refuseOver(device, 'maxComputeInvocationsPerWorkgroup', threads);
  if (refused) return refused;
  const parts = Math.ceil(k / part);
  const rowBlocks = Math.ceil((g * q) / rows);
  const grid = gridOf(b * (h / g) * rowBlocks * parts);
  const text = streamKernel({ ...problemOf(params, q), grid }, tile, head);
  const { queries, keys } = sizes(params);
  const bytes = partBytes(params, parts);
  return {
    passes: [
      {
        wgsl: generated('streamed.wgsl.ts', text),
        bindings: ['queries', 'keys', 'values', 'lengths', 'parts'],
        workgroups: grid,
      },
      mergeParts(params, parts),
    ],
    scratch: { parts: bytes },
    implBytes: 2 * queries + 2 * keys * rowBlocks + 2 * bytes,
    longestSum: Math.max(Math.min(part, k) + parts, d),
  };
}

const hardwareValues: Values<StreamTile> = {
  threads: [64, 128, 256],
  lanes: [4, 8, 16, 32],
  rows: [1, 2, 4],
  unroll: [2, 4, 8],
  part: [512, 1024, 2048],
};
// A software adapter takes long over many threads.
const softwareValues: Values<StreamTile> = {
  threads: [32, 64],
  lanes: [2, 4],
  rows: [1, 2],
  unroll: [1, 2],
  part: [256, 512],
};

/** What may be tuned of the rung on a case. */
export function streamSpace(params: AttentionCase, device: DeviceFacts): Space<StreamTile> {
  const { b, h, g, q, k } = params;
  const head = headOf(params, device);
  return {
    values: device.software ? softwareValues : hardwareValues,
    constraints: [
      {
        why: 'A part is whole trips of all groups of lanes.',
        holds: ({ threads, lanes, unroll, part }) => part % ((threads / lanes) * unroll) === 0,
      },
      {
        why: 'No lane of a key stays without a word, and all are of one subgroup.',
        holds: ({ threads, lanes }) => lanes <= lanesOf(head, threads),
      },
      { why: 'No row stays empty but in the last block.', holds: ({ rows }) => rows < 2 * g * q },
    ],
    model: (tile) => {
      const { threads, registers, sharedBytes } = layOutStream(tile, head);
      const rowBlocks = Math.ceil((g * q) / tile.rows);
      const parts = Math.ceil(k / tile.part);
      const { keys } = sizes(params);
      const bytes = { memory: 2 * keys + 2 * partBytes(params, parts), cache: 2 * keys * rowBlocks };
      return {
        threads,
        registers,
        workgroupBytes: sharedBytes,
        workgroups: b * (h / g) * rowBlocks * parts,
        bytes,
      };
    },
    usual: streamTileFor(params, device),
  };
}

/** The rung, tunable for each shape of heads and keys. */
export const stream = tunable<AttentionCase, StreamTile>({
  rung: 'streamed',
  classOf: ({ b, h, g, q, k, d, dtype }) =>
    `heads=${sizeClass(b * (h / g))},rows=${g * q},k=${sizeClass(k)},d=${d},${dtype}`,
  space: streamSpace,
  plan: planStream,
});
