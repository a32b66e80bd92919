// The register-blocked rung with two stages of workgroup memory: its tiles, and what may be tuned of them.
import type { Constraint, Cost, Space } from '@kernel-ladder/autotune';
import type { DeviceFacts, Plan, Skip, TuningSpec } from '@kernel-ladder/harness';
import { registerSharedBytes, registerThreads, registerTileFor, tilesOf } from '@kernel-ladder/kernel-kit';
import type { RegisterTile } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { planRegister } from './register.ts';
import { powerOfTwo } from './shape-class.ts';

/** What is chosen of a tile: the rest follows, for two stages are fully unrolled. */
export type StagedTile = {
  readonly bm: number;
  readonly bn: number;
  readonly bk: number;
  readonly tm: number;
  readonly tn: number;
  readonly stages: 1 | 2;
  readonly ahead: boolean;
  readonly band: number;
};

/** How the rung is tuned. */
export const stagedTuning: TuningSpec<GemmCase, StagedTile> = {
  rung: 'register-pipelined',
  classOf: ({ m, n, k, batch, layout, dtype }) => {
    const sizes = Object.entries({ m, n, k, batch }).map(([name, size]) => `${name}=${powerOfTwo(size)}`);
    return [dtype, layout, ...sizes].join(',');
  },
  space: stagedSpace,
  plan: planStagedTile,
};

/** Plans products of at least one term and one element. */
export function planStagedTile(params: GemmCase, device: DeviceFacts, tile: StagedTile): Plan | Skip {
  return planRegister(params, device, wholeTile(tile));
}

/** The tile of the generator. */
export function wholeTile(tile: StagedTile): RegisterTile {
  return { ...tile, unroll: tile.bk, prefetch: true };
}

/** The tile that `register` takes, with two stages. */
export function stagedTileFor(params: GemmCase, device: DeviceFacts): StagedTile {
  const { bm, bn, bk, tm, tn, band } = registerTileFor(device, params);
  return { bm, bn, bk, tm, tn, stages: 2, ahead: !device.software, band };
}

const constraints: readonly Constraint<StagedTile>[] = [
  {
    why: 'A thread keeps 32 to 128 sums: fewer read workgroup memory too often, more do not fit into registers.',
    holds: ({ tm, tn }) => tm * tn >= 32 && tm * tn <= 128,
  },
  {
    why: 'A workgroup has 64 to 512 threads.',
    holds: ({ bm, bn, tm, tn }) => (bm * bn) / (tm * tn) >= 64 && (bm * bn) / (tm * tn) <= 512,
  },
  {
    why: 'Subgroups of 32 threads, eight of them along N, come out even.',
    holds: ({ bm, bn, tm, tn }) => [bm / tm / 4, bn / tn / 8].every(Number.isInteger),
  },
  {
    why: 'What is left for behind the barrier takes two stages.',
    holds: ({ ahead, stages }) => !ahead || stages === 2,
  },
];

function stagedSpace(params: GemmCase, device: DeviceFacts): Space<StagedTile> {
  return {
    values: {
      bm: [64, 128, 256],
      bn: [64, 128, 256],
      bk: [8, 16],
      tm: [4, 8, 16],
      tn: [4, 8, 16],
      stages: [1, 2],
      ahead: [false, true],
      band: [4, 8, 16],
    },
    constraints,
    model: (tile) => costOf(params, tile),
    usual: stagedTileFor(params, device),
  };
}

// Addresses, counters and what the compiler keeps besides.
const furtherRegisters = 24;

function costOf(params: GemmCase, tile: StagedTile): Cost {
  const { bm, bn, bk, tm, tn, ahead } = tile;
  const threads = registerThreads(wholeTile(tile));
  const { rows, columns } = tilesOf(params, { rows: bm, columns: bn });
  const workgroups = params.batch * rows * columns;
  const held = 16 * Math.ceil(((bm + bn) * bk) / 16 / threads);
  const cache = 4 * workgroups * params.k * (bm + bn);
  return {
    threads,
    registers: tm * tn + (ahead ? 3 : 2) * (tm + tn) + held + furtherRegisters,
    workgroupBytes: registerSharedBytes(
      wholeTile(tile),
      params.layout,
      params.dtype === 'f16' ? 'f16' : 'f32',
    ),
    workgroups,
    // A read of a vec4 that lanes share passes once: four lanes along M, eight along N.
    bytes: {
      cache,
      workgroup: cache + 4 * workgroups * params.k * ((bm * bn) / tn / 8 + (bm * bn) / tm / 4),
    },
  };
}
