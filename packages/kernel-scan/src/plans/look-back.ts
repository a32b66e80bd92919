// The single pass: every tile looks back over what those before it have published.
import { wgsl } from '@kernel-ladder/harness';
import { fillPass, gridOf } from '@kernel-ladder/kernel-kit';
import type { Pass, PlanCase } from '@kernel-ladder/harness';
import type { ScanCase } from '../cases.ts';
import type { GroupShape } from './shape.ts';
import { insideTile, perThread, tileConstants, tileShape, wholeQuads } from './tiles.ts';

// Tiles that a lane looks at in one go, 1 to 4.
const rowsAtOnce = 2;
/** Words in front of the tiles' states: the ticket, alone in its cache line. */
export const firstState = 32;

/** One pass over the vector; the states of the tiles are cleared before. */
export const lookBack: PlanCase<ScanCase> = (params, device) => {
  const shape = tileShape(device);
  const tiles = Math.ceil(params.n / (perThread * shape.workgroup));
  const words = firstState + 2 * tiles;
  const looked = rowsAtOnce * Math.max(1, device.subgroupMaxSize) * 8;
  return {
    passes: passesOf(params, shape, tiles),
    scratch: { state: wholeQuads(words) * 16 },
    implBytes: 2 * 4 * params.n + (tiles > 1 ? 4 * words + tiles * (16 + looked) : 0),
    longestSum: tiles + insideTile(shape),
  };
};

function passesOf(params: ScanCase, shape: GroupShape, tiles: number): readonly Pass[] {
  if (tiles === 0) return [];
  const isExclusive = params.mode === 'exclusive';
  const constants = { ...tileConstants(params, shape), EXCLUSIVE: String(isExclusive), ROWS: rowsAtOnce };
  const main: Pass = {
    wgsl: wgsl('look-back.wgsl', constants),
    bindings: ['values', 'result', 'state'],
    // The ticket numbers the tiles: the grid may have any form that holds them.
    workgroups: gridOf(tiles),
  };
  return tiles === 1 ? [main] : [resetStates(wholeQuads(firstState + 2 * tiles)), main];
}

/** Clears the ticket and the states behind it, in quads of words. */
export function resetStates(quads: number): Pass {
  return fillPass({ buffer: 'state', element: 'vec4u', count: quads });
}
