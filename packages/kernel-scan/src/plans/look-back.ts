// The single pass: every tile looks back over what those before it have published.
import { multiprocessorsOf, wgsl } from '@kernel-ladder/harness';
import { fillPass, gridOf } from '@kernel-ladder/kernel-kit';
import type { DeviceFacts, Pass, Plan } from '@kernel-ladder/harness';
import type { ScanCase } from '../cases.ts';
import { insideTile, tileConstants, tileShape, wholeQuads } from './tiles.ts';

// Tiles that a lane looks at in one go, 1 to 4.
const rowsAtOnce = 2;
/** Words in front of the tiles' states: the ticket, alone in its cache line. */
export const firstState = 32;

/** One pass over the vector; the states of the tiles are cleared before. */
export function lookBack(params: ScanCase, device: DeviceFacts): Plan {
  return planLookBack(params, device, usualQuads(params, device));
}

// Tiles as large as registers hold: each waits as long, and fewer do. Half of that where multiprocessors would have none.
function usualQuads({ n }: ScanCase, device: DeviceFacts): number {
  if (device.software) return 4;
  return n >= 32 * tileShape(device).workgroup * multiprocessorsOf(device) ? 8 : 4;
}

/** The same with tiles of `quads` vec4s a thread, up to 8. */
export function planLookBack(params: ScanCase, device: DeviceFacts, quads: number): Plan {
  const shape = tileShape(device);
  const tiles = Math.ceil(params.n / (4 * quads * shape.workgroup));
  const words = firstState + 2 * tiles;
  const looked = rowsAtOnce * Math.max(1, device.subgroupMaxSize) * 8;
  const constants = {
    ...tileConstants(params, shape),
    QUADS: quads,
    EXCLUSIVE: String(params.mode === 'exclusive'),
    ROWS: rowsAtOnce,
  };
  const main: Pass = {
    wgsl: wgsl('look-back.wgsl', constants),
    bindings: ['values', 'result', 'state'],
    // The ticket numbers the tiles: the grid may have any form that holds them.
    workgroups: gridOf(tiles),
  };
  return {
    passes: [[], [main]][tiles] ?? [resetStates(wholeQuads(words)), main],
    scratch: { state: wholeQuads(words) * 16 },
    implBytes: 2 * 4 * params.n + (tiles > 1 ? 4 * words + tiles * (16 + looked) : 0),
    longestSum: tiles + insideTile(shape) + 1,
  };
}

/** Clears the ticket and the states behind it, in quads of words. */
export function resetStates(quads: number): Pass {
  return fillPass({ buffer: 'state', element: 'vec4u', count: quads });
}
