// The plan of persistent workgroups: the text of the register rung, in a loop over tiles that are drawn.
import { multiprocessorsOf } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip } from '@kernel-ladder/harness';
import { fillPass, registerTileFor, tilesOf } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { refuseTile, registerPass } from './register.ts';
import { tiledBytes } from './traffic.ts';

/** Plans a plain product by as many workgroups as the case asks for, else one a multiprocessor. */
export function planPersistent(params: GemmCase, device: DeviceFacts): Plan | Skip {
  const tile = registerTileFor(device, params);
  const refused = refuseTile(params, device, tile);
  if (refused) return refused;
  const pass = registerPass(params, tile, 1, { isPersistent: true });
  const groups = params.groups ?? multiprocessorsOf(device);
  const { rows, columns } = tilesOf(params, { rows: tile.bm, columns: tile.bn });
  const tickets = 'tickets';
  return {
    passes: [
      fillPass({ buffer: tickets, element: 'u32', count: 1 }),
      { ...pass, bindings: [...pass.bindings, tickets], workgroups: [groups, 1, 1] },
    ],
    scratch: { [tickets]: 4 },
    // A ticket for every tile, and for every workgroup the one that says that none is left.
    implBytes: tiledBytes(params, { rows: tile.bm, columns: tile.bn }) + 4 * (1 + rows * columns + groups),
    longestSum: params.k,
  };
}
