// The plan for few queries: parts of the keys side by side, then one dispatch that joins them.
import { missingFeature, notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Pass, Plan, Skip } from '@kernel-ladder/harness';
import { gridOf, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { AttentionCase } from '../cases.ts';
import { problem, sizes, source } from './problem.ts';

const workgroup = 256;
/** Keys of a part: as many as threads, so that each has one exponential to take. */
const part = 256;

/** Two dispatches: partial softmax over parts of the keys, then their merge. */
export function planSplit(params: AttentionCase, device: DeviceFacts): Plan | Skip {
  if (!device.features.has('subgroups')) return missingFeature('subgroups');
  if (params.d % 4 !== 0) return notApplicable('reads heads of whole vec4s only');
  const { b, h, g, q, k, d } = params;
  const parts = Math.ceil(k / part);
  const blocks = b * (h / g) * Math.ceil((g * q) / 4) * parts;
  const grid = gridOf(blocks);
  const constants = {
    ...problem(params),
    PARTS: parts,
    BLOCKS: blocks,
    GRID_X: grid[0],
    PART: part,
    LANES: 2 ** Math.ceil(Math.log2(d / 4)),
    SUBGROUP_MIN: subgroupMin(device),
  };
  const bytes = partBytes(params, parts);
  const { queries, keys } = sizes(params);
  return {
    passes: [
      {
        wgsl: source('split.wgsl', params, constants),
        bindings: ['queries', 'keys', 'values', 'lengths', 'parts'],
        workgroups: grid,
      },
      mergeParts(params, parts),
    ],
    scratch: { parts: bytes },
    implBytes: 2 * queries + 2 * keys * Math.ceil((g * q) / 4) + 2 * bytes,
    longestSum: Math.max(Math.min(part, k) + parts, d),
  };
}

/** Bytes of what the parts leave: of each query its greatest logit, its sum and its weighted sums of values. */
export function partBytes({ b, h, q, d }: AttentionCase, parts: number): number {
  return b * h * q * parts * (d + 2) * 4;
}

/** The dispatch that joins the parts of all rows from `first` on. */
export function mergeParts(params: AttentionCase, parts: number, first = 0): Pass {
  const { b, h, q, d } = params;
  const rows = b * h * q - first;
  const workgroups = gridOf(Math.ceil((rows * d) / workgroup));
  const constants = { ROWS: rows, DIM: d, PARTS: parts, FIRST: first, GRID_X: workgroups[0] };
  return { wgsl: source('merge.wgsl', params, constants), bindings: ['parts', 'outputs'], workgroups };
}
