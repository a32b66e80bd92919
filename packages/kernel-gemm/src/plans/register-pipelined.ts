// The register-blocked rung with two stages of workgroup memory: its tiles, and what may be tuned of them.
import { tunable } from '@kernel-ladder/harness';
import type { Constraint, Cost, DeviceFacts, Plan, Skip, Space, Tunable } from '@kernel-ladder/harness';
import {
  refuseOver,
  registerSharedBytes,
  registerThreads,
  registerTileFor,
  tilesOf,
  usualLanesN,
} from '@kernel-ladder/kernel-kit';
import type { RegisterTile } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { paddedWide } from './padding.ts';
import { bringsBoth, formFor, planRegister, refuseTile, registerPass, reloadedBytes } from './register.ts';
import { shapeClassOf } from './shape-class.ts';
import { finishBytes, outputBytes, roundUp, tiledBytes } from './traffic.ts';

/** What is chosen of a tile: the rest follows. */
export type StagedTile = {
  readonly bm: number;
  readonly bn: number;
  readonly bk: number;
  readonly tm: number;
  readonly tn: number;
  /** Threads of a subgroup of 32 along N. */
  readonly lanesN: number;
  readonly stages: 1 | 2;
  readonly ahead: boolean;
  readonly band: number;
  /** Whether A and B are copied into whole tiles before, where their rows are no whole vec4s. */
  readonly pads: boolean;
};

/** The rung, whose plan takes what the machine's table has for such a product. */
export const stagedRegister: Tunable<GemmCase> = tunable<GemmCase, StagedTile>({
  rung: 'register-pipelined',
  classOf: shapeClassOf,
  space: stagedSpace,
  plan: planStagedTile,
});

/** Plans products of at least one term and one element. */
export function planStagedTile(params: GemmCase, device: DeviceFacts, choice: StagedTile): Plan | Skip {
  const tile = wholeTile(choice, device.software);
  return choice.pads && isRagged(params, tile)
    ? planPadded(params, device, tile)
    : planRegister(params, device, tile);
}

// Loads from whole tiles have no guards, and are of whole vec4s: stores alone look where C ends.
function planPadded(params: GemmCase, device: DeviceFacts, tile: RegisterTile): Plan | Skip {
  const { bm, bn, bk } = tile;
  const whole = {
    ...params,
    m: roundUp(params.m, bm),
    n: roundUp(params.n, bn),
    k: roundUp(params.k, 2 * bk),
  };
  const [a, b] = [paddedWide('a', { params, whole }), paddedWide('b', { params, whole })];
  const scratch = { ...a.scratch, ...b.scratch };
  const { m, n, k } = whole;
  const formed = { ...formFor(params, device, tile), ...tile };
  const multiply = registerPass(params, formed, 1, { whole: { m, n, k } });
  const [, , ...others] = multiply.bindings;
  const loaded =
    tiledBytes(whole, { rows: bm, columns: bn }) - outputBytes(whole) + reloadedBytes(whole, tile);
  return (
    refuseTile(params, device, tile) ??
    refuseOver(device, 'maxStorageBufferBindingSize', Math.max(0, ...Object.values(scratch))) ?? {
      passes: [...a.passes, ...b.passes, { ...multiply, bindings: [a.name, b.name, ...others] }],
      scratch,
      implBytes: a.bytes + b.bytes + loaded + outputBytes(params) + finishBytes(params),
      longestSum: params.k,
    }
  );
}

/** Whether a tile overhangs, so that loads would have guards, or elements be loaded one by one where rows are no whole vec4s. */
function isRagged({ m, n, k }: GemmCase, { bm, bn, bk }: Pick<RegisterTile, 'bm' | 'bn' | 'bk'>): boolean {
  return m % bm !== 0 || n % bn !== 0 || k % (2 * bk) !== 0;
}

/** The tile of the generator: fully unrolled, but on a software adapter, which takes seconds to compile that. */
export function wholeTile(
  { bm, bn, bk, tm, tn, lanesN, stages, ahead, band }: StagedTile,
  software = false,
): RegisterTile {
  return { bm, bn, bk, tm, tn, lanesN, stages, ahead, band, unroll: software ? 1 : bk, prefetch: !software };
}

/** The tile that `register` takes, with two stages; the half of the largest where every thread brings of both operands. */
export function stagedTileFor(params: GemmCase, device: DeviceFacts): StagedTile {
  const given = registerTileFor(device, params);
  const half = { ...given, bm: 128, stages: 2 } as const;
  const isHalved = given.bm === 256 && bringsBoth(params, device, half);
  const tile = isHalved ? half : given;
  const { bm, bn, bk, tm, tn, band } = tile;
  return {
    bm,
    bn,
    bk,
    tm,
    tn,
    lanesN: usualLanesN(tile),
    // A software adapter takes seconds to compile two stages.
    stages: device.software ? 1 : 2,
    ahead: !device.software && !bringsBoth(params, device, { ...tile, stages: 2 }),
    band,
    pads: paysToPad(params, device),
  };
}

// A copy costs as much as a few hundred multiply-adds for each element of A and B.
function paysToPad({ m, n }: GemmCase, { software }: DeviceFacts): boolean {
  return !software && Math.min(m, n) >= 1024;
}

const constraints: readonly Constraint<StagedTile>[] = [
  {
    why: 'A thread keeps up to 128 sums: more do not fit into registers.',
    holds: ({ tm, tn }) => tm * tn <= 128,
  },
  {
    why: 'A workgroup has 32 to 256 threads: more leave too few registers for each.',
    holds: ({ bm, bn, tm, tn }) => (bm * bn) / (tm * tn) >= 32 && (bm * bn) / (tm * tn) <= 256,
  },
  {
    why: 'The lanes of a subgroup cover whole rows and columns of the workgroup’s threads.',
    holds: ({ bm, bn, tm, tn, lanesN }) =>
      [(bm / tm / 32) * lanesN, bn / tn / lanesN].every(Number.isInteger),
  },
  {
    why: 'What is left for behind the barrier takes two stages.',
    holds: ({ ahead, stages }) => !ahead || stages === 2,
  },
];

const largestSums: Constraint<StagedTile> = {
  why: 'In a large product a thread keeps 128 sums: fewer take more reads of workgroup memory, measured 4 % on an H200.',
  holds: ({ tm, tn }) => tm * tn === 128,
};

function stagedSpace(params: GemmCase, device: DeviceFacts): Space<StagedTile> {
  const isLarge = params.batch * params.m * params.n >= manyElements;
  return {
    values: {
      ...(device.software ? softwareTiles : isLarge ? largeTiles : smallTiles),
      ...(isLarge ? { ahead: [params.layout !== 'nn'] } : {}),
      pads: isRagged(params, largest) ? [false, true] : [true],
    },
    constraints: isLarge && !device.software ? [...constraints, largestSums] : constraints,
    model: (tile) => costOf(params, tile),
    usual: stagedTileFor(params, device),
  };
}

// From as many elements of C on, the largest tiles have work enough.
const manyElements = 2 ** 21;

const largest = { bm: 256, bn: 256, bk: 16 };

const largeTiles = {
  bm: [128, 256],
  bn: [128, 256],
  bk: [8],
  tm: [8, 16],
  tn: [8, 16],
  lanesN: [4, 8],
  stages: [2],
  // Nothing is left for behind the barrier where every thread brings of both operands.
  ahead: [true],
  // Twelve divides the 132 multiprocessors of an H200: workgroups that share one then share a row of tiles.
  band: [6, 8, 11, 12, 16, 32],
} as const;

const smallTiles = {
  ...largeTiles,
  band: [8],
  stages: [1, 2],
  ahead: [false, true],
  bm: [32, 64, 128],
  bn: [32, 64, 128],
  bk: [16],
  tm: [4, 8],
  tn: [4, 8],
  lanesN: [8],
} as const;

// A software adapter takes seconds to compile what is unrolled.
const softwareTiles = {
  ...smallTiles,
  bm: [32, 64],
  bn: [32, 64],
  bk: [4],
  stages: [1],
  ahead: [false],
} as const;

// Addresses, counters and what the compiler keeps besides.
const furtherRegisters = 24;

function costOf(params: GemmCase, tile: StagedTile): Cost {
  const { bm, bn, bk, tm, tn, lanesN, ahead } = tile;
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
    // A read of a vec4 that lanes share passes once.
    bytes: {
      cache,
      workgroup:
        cache + 4 * workgroups * params.k * ((bm * bn) / tn / lanesN + ((bm * bn) / tm / 32) * lanesN),
    },
  };
}
