// The plan of the hierarchical rung: the register-blocked generator under a configuration that says every level of the tile.
import { notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip } from '@kernel-ladder/harness';
import { registerTileFor } from '@kernel-ladder/kernel-kit';
import type { RatedTile, RegisterTile } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { configurations } from '../configurations.ts';
import type { Configuration } from '../configurations.ts';
import { bringsBoth, planRegister } from './register.ts';

/** Plans a product by the configuration that it asks for, else by the one that is done first. */
export function planHierarchical(params: GemmCase, device: DeviceFacts): Plan | Skip {
  if (params.config === undefined) return planTile(params, device, fastestFor(params, device));
  const configuration = configurations.get(params.config);
  if (!configuration) return notApplicable(`there is no configuration ${params.config}`);
  return planTile(params, device, tileOf(configuration, device.software));
}

function planTile(params: GemmCase, device: DeviceFacts, tile: RegisterTile): Plan | Skip {
  const ahead = tile.stages === 2 && !bringsBoth(params, device, tile);
  return planRegister(params, device, { ...tile, ahead });
}

/** Without a configuration it is one plain product; nobody asks how layouts and epilogues fare under all of them. */
export function refuseHierarchical({ config, batch, layout, epilogue }: GemmCase): Skip | null {
  if (config !== undefined || (batch === 1 && layout === 'nn' && epilogue === 'none')) return null;
  return notApplicable(
    'hierarchical without a configuration makes one row-major product without an epilogue',
  );
}

function fastestFor(params: GemmCase, device: DeviceFacts): RegisterTile {
  const rated = [...configurations.values()].map((configuration): RatedTile => {
    return { tile: tileOf(configuration, false), rate: configuration.rate };
  });
  return registerTileFor(device, params, 1, rated);
}

// A software adapter takes seconds to compile what is unrolled or has two stages: there the levels are the same, and slices shallow.
function tileOf({ block, warp, thread, stages }: Configuration, software: boolean): RegisterTile {
  const [[bm, bn, bk], [, columns], [tm, tn]] = [block, warp, thread];
  const levels = { bm, bn, tm, tn, lanesN: columns / tn, band: 8 };
  if (software) return { ...levels, bk: 4, unroll: 1, prefetch: false };
  return { ...levels, bk, unroll: bk, prefetch: true, stages };
}
