// The plan of the tensor-core rung with whole rows a lane, and what may be tuned of it.
import { generated, multiprocessorsOf, notApplicable, sizeClass, tunable } from '@kernel-ladder/harness';
import type { DeviceFacts, Pass, Plan, Skip, Space } from '@kernel-ladder/harness';
import { canPinLanes, gridOf, refuseMatrices, refuseOver, remembering } from '@kernel-ladder/kernel-kit';
import type { AttentionCase } from '../cases.ts';
import { againKernel } from '../kernels/again.wgsl.ts';
import { layOutWide, wideKernel } from '../kernels/wide.wgsl.ts';
import type { WideTile } from '../kernels/wide.wgsl.ts';
import type { Tail } from '../kernels/wide/tail.ts';
import { problemOf } from './flash.ts';
import { bindingsOf, blockedBytes } from './problem.ts';
import { mergeParts } from './split.ts';

const [wideText, againText] = [remembering(wideKernel), remembering(againKernel)];

/**
 * The tile where nothing was tuned: 128 queries share keys and values, which keeps the second-level cache from being the limit, and as
 * few keys a step, with weights where their scores were, as leave room for several workgroups on a multiprocessor.
 */
export const wideTile: WideTile = {
  subgroups: 4,
  queries: 32,
  keys: 16,
  scorePadding: 4,
  schedule: 'in-place',
  band: 0,
  loads: 'behind',
  trusts: false,
  splits: true,
};

/**
 * The same, which trusts under a causal mask, where no block is split, and heads take turns by sixteens where they are more. Of heads of 128 elements
 * nobody has compared that.
 */
export function wideTileFor({ b, h, d, mask }: AttentionCase): WideTile {
  if (mask !== 'causal' || d > 64) return wideTile;
  const turns = 16;
  const band = b * h > turns && (b * h) % turns === 0 ? turns : 0;
  return { ...wideTile, trusts: true, band };
}

// 32-bit registers of a multiprocessor, and parts beyond which a block is mostly beginning and end.
const registersOfAll = 65_536;
const mostParts = 8;

// Longer heads do not leave the outputs of 32 queries room in registers.
const longestHead = 128;

/** Why a device or a case cannot run the rung; null when it can. */
export function refuseWide(params: AttentionCase, device: DeviceFacts): Skip | null {
  if (params.dtype !== 'f16') return notApplicable('multiplies f16 only');
  if (params.d % 16 !== 0) return notApplicable('reads heads of whole fragments of 16 elements only');
  if (params.d > longestHead) return notApplicable(`holds heads of up to ${longestHead} elements`);
  return refuseMatrices(device, { input: 'f16', sum: 'f32', deep: 16 });
}

/** Plans a dispatch with a tile; behind it one for what was trusted wrongly, and one that joins parts, where it has them. */
export function planWide(params: AttentionCase, device: DeviceFacts, tile: WideTile): Plan | Skip {
  const { sharedBytes, threads } = layOutWide(tile, params.d);
  const refused =
    refuseOver(device, 'maxComputeWorkgroupStorageSize', sharedBytes) ??
    refuseOver(device, 'maxComputeInvocationsPerWorkgroup', threads);
  if (refused) return refused;
  return planTail(params, device, { tile, tail: tile.splits ? tailOf(params, tile, device) : null });
}

/**
 * The blocks behind the last whole wave, where they are so few that parts of them fill one more. Null where there is nothing to gain: under
 * a mask blocks differ, and the short ones come last.
 */
export function tailOf(params: AttentionCase, tile: WideTile, device: DeviceFacts): Tail | null {
  const { b, h, q, k, d, mask, output } = params;
  const { bq, keys, registers } = layOutWide(tile, d);
  if (mask !== 'none' || output !== 'attention' || q % bq !== 0) return null;
  const atOnce = multiprocessorsOf(device) * Math.floor(registersOfAll / (bq * registers));
  const blocks = (b * h * q) / bq;
  const parts = Math.min(mostParts, Math.floor(atOnce / (blocks % atOnce)));
  const partKeys = Math.ceil(k / parts / keys) * keys;
  if (!(parts > 1) || partKeys * (parts - 1) >= k || parts > 64) return null;
  return { whole: blocks - (blocks % atOnce), parts, keys: partKeys };
}

/** Plans a tile whose last blocks are split as `tail` says. */
export function planTail(
  params: AttentionCase,
  device: DeviceFacts,
  { tile, tail }: { readonly tile: WideTile; readonly tail: Tail | null },
): Plan {
  const { bq } = layOutWide(tile, params.d);
  const { grid: wholeGrid, ...rest } = problemOf(params, bq);
  const split = tail ? rowsBehind(params, tail, bq) / bq : 0;
  const grid = tail ? gridOf(tail.whole + split * tail.parts) : wholeGrid;
  const problem = { ...rest, grid, tail, pinsSubgroupSize: canPinLanes(device) };
  const bindings = [...bindingsOf(params), ...(tail ? ['parts'] : []), ...(tile.trusts ? ['untrusted'] : [])];
  const pass = (file: string, text: string): Pass => ({
    wgsl: generated(file, text),
    bindings,
    workgroups: grid,
  });
  const partsBytes = tail ? split * bq * tail.parts * (params.d + 2) * 4 : 0;
  return {
    passes: [
      pass('wide.wgsl.ts', wideText(problem, tile)),
      ...(tile.trusts ? [pass('again.wgsl.ts', againText(problem, tile))] : []),
      ...(tail ? [mergeParts(params, tail.parts, tail.whole * bq)] : []),
    ],
    scratch: {
      ...(tail ? { parts: partsBytes } : {}),
      ...(tile.trusts ? { untrusted: 4 * grid[0] * grid[1] } : {}),
    },
    implBytes: blockedBytes(params, bq) + 2 * partsBytes,
    longestSum: Math.max(params.k, params.d),
  };
}

function rowsBehind({ b, h, q }: AttentionCase, { whole }: Tail, blockQueries: number): number {
  return b * h * q - whole * blockQueries;
}

/** What may be tuned of the rung on a case. */
export function wideSpace(params: AttentionCase): Space<WideTile> {
  const { b, h, q, d, mask } = params;
  return {
    values: {
      subgroups: [2, 4, 8],
      queries: [32],
      keys: [16, 32],
      scorePadding: [4],
      schedule: ['apart', 'in-place'],
      band: mask === 'causal' ? [0, 16] : [0],
      loads: ['behind', 'before'],
      trusts: [false, true],
      splits: mask === 'none' ? [false, true] : [false],
    },
    constraints: [
      {
        why: 'The tile that leaves a multiprocessor several workgroups is looked at with all else, others as they are usually.',
        holds: ({ subgroups, keys, schedule, band, loads, trusts, splits }) =>
          (subgroups === 4 && keys === 16 && schedule === 'in-place') ||
          (band === 0 && loads === 'behind' && !trusts && !splits),
      },
      {
        why: 'All bands have as many heads.',
        holds: ({ band }) => band === 0 || ((b * h) % band === 0 && band < b * h),
      },
    ],
    model: (tile) => {
      const { bq, threads, sharedBytes, registers } = layOutWide(tile, d);
      const blocks = b * h * Math.ceil(q / bq);
      return {
        threads,
        registers,
        workgroupBytes: sharedBytes,
        workgroups: blocks,
        bytes: { cache: blockedBytes(params, bq), workgroup: sharedTraffic(params, tile) },
      };
    },
    usual: wideTileFor(params),
  };
}

// Bytes through workgroup memory in a launch: keys and values once in and, as fragments, once out for each subgroup; scores in and
// out as f32, weights as f16.
function sharedTraffic({ b, h, q, k, d }: AttentionCase, { subgroups, queries }: WideTile): number {
  const perPair = 2 * 4 + 2 * 2;
  const perKey = (2 * 2 * d) / queries + (2 * 2 * d) / (subgroups * queries);
  return b * h * q * k * (perPair + perKey);
}

/** The rung, tunable for each length of heads and mask. */
export const wide = tunable<AttentionCase, WideTile>({
  rung: 'wide',
  classOf: ({ q, k, d, mask }) =>
    `q=${sizeClass(q)},k=${sizeClass(k)},d=${d}${mask === 'none' ? '' : `,mask=${mask}`},f16`,
  space: (params) => wideSpace(params),
  plan: planWide,
});
