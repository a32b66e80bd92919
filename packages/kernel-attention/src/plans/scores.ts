// The plan of the masked product alone: one dispatch, a score a thread.
import type { DeviceFacts, Plan, Skip } from '@kernel-ladder/harness';
import { gridOf, refuseOver } from '@kernel-ladder/kernel-kit';
import type { AttentionCase } from '../cases.ts';
import { problem, scoreBytes, sizes, source } from './problem.ts';

const tile = 16;

/** One dispatch of tiles of 16 queries and 16 keys. */
export function planScores(params: AttentionCase, device: DeviceFacts): Plan | Skip {
  const { b, h, g, q, k, d } = params;
  const refused = refuseOver(device, 'maxStorageBufferBindingSize', scoreBytes(params));
  if (refused) return refused;
  const [queryTiles, keyTiles] = [Math.ceil(q / tile), Math.ceil(k / tile)];
  const blocks = b * h * queryTiles * keyTiles;
  const grid = gridOf(blocks);
  const constants = { ...problem(params), BLOCKS: blocks, GRID_X: grid[0] };
  const { queries, keys } = sizes(params);
  return {
    passes: [
      {
        wgsl: source('masked-product.wgsl', params, constants),
        bindings: ['queries', 'keys', 'lengths', 'scores'],
        workgroups: grid,
      },
    ],
    implBytes: queries * keyTiles + keys * g * queryTiles + scoreBytes(params),
    longestSum: d,
  };
}
