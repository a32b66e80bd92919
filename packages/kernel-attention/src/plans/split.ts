// The plan for few queries: parts of the keys side by side, then one dispatch that joins them.
import { missingFeature, notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip } from '@kernel-ladder/harness';
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
  const rows = b * h * q;
  const parts = Math.ceil(k / part);
  const blocks = b * (h / g) * Math.ceil((g * q) / 4) * parts;
  const grid = gridOf(blocks);
  const mergeGrid = gridOf(Math.ceil((rows * d) / workgroup));
  const constants = {
    ...problem(params),
    PARTS: parts,
    BLOCKS: blocks,
    GRID_X: grid[0],
    PART: part,
    LANES: 2 ** Math.ceil(Math.log2(d / 4)),
    SUBGROUP_MIN: subgroupMin(device),
  };
  const merge = { ROWS: rows, DIM: d, PARTS: parts, GRID_X: mergeGrid[0] };
  const partBytes = rows * parts * (d + 2) * 4;
  const { queries, keys } = sizes(params);
  return {
    passes: [
      {
        wgsl: source('split.wgsl', params, constants),
        bindings: ['queries', 'keys', 'values', 'lengths', 'parts'],
        workgroups: grid,
      },
      { wgsl: source('merge.wgsl', params, merge), bindings: ['parts', 'outputs'], workgroups: mergeGrid },
    ],
    scratch: { parts: partBytes },
    implBytes: 2 * queries + 2 * keys * Math.ceil((g * q) / 4) + 2 * partBytes,
    longestSum: Math.max(Math.min(part, k) + parts, d),
  };
}
