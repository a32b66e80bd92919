// The register kernel with its tile as a choice: what may be chosen, what a model expects of each tile, and which products share one.
import { multiprocessorsOf, sizeClass, tunable } from '@kernel-ladder/harness';
import type { Constraint, Cost, DeviceFacts, Space, Tunable, Values } from '@kernel-ladder/harness';
import {
  registerSharedBytes,
  registerThreads,
  registerTileFor,
  tilesOf,
  usualLanesN,
} from '@kernel-ladder/kernel-kit';
import type { RegisterTile } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { planRegister } from './register.ts';
import { tiledBytes } from './traffic.ts';

/** What is chosen of a tile; the rest of it is the same for all tiles of a device. */
export type TileChoice = {
  /** Rows and columns of a workgroup's part of C, and its depth along K. */
  readonly bm: number;
  readonly bn: number;
  readonly bk: number;
  /** Rows and columns of a thread's part. */
  readonly tm: number;
  readonly tn: number;
  /** How a subgroup of 32 is split: threads of it along N. */
  readonly lanesN: number;
  /** vec4s between columns of an operand that is turned on its way into workgroup memory. */
  readonly padding: number;
  /** Rows of tiles that are walked together. */
  readonly band: number;
};

/** The tuned rung: its plan takes what the machine's table has for such a product, else the tile that the simple model of `register` takes. */
export const tunedRegister: Tunable<GemmCase> = tunable<GemmCase, TileChoice>({
  rung: 'tuned',
  classOf,
  space: tileSpace,
  plan: (params, device, choice) => planRegister(params, device, tileFrom(choice, device)),
});

/** Sizes by the nearest power of two; what an epilogue adds changes no tile. */
function classOf({ m, n, k, batch, layout, dtype }: GemmCase): string {
  const sizes = { m, n, k, batch };
  const named = Object.entries(sizes).map(([name, size]) => `${name}=${sizeClass(size)}`);
  return [...named, layout, dtype].join(',');
}

// A software adapter takes seconds to compile what is unrolled, and its compile time grows with workgroup memory.
const values: { readonly [Kind in 'hardware' | 'software']: Values<TileChoice> } = {
  hardware: {
    bm: [32, 64, 128, 256],
    bn: [32, 64, 128, 256],
    bk: [8, 16],
    tm: [4, 8, 16],
    tn: [4, 8],
    lanesN: [4, 8, 16],
    padding: [0, 1],
    band: [4, 8],
  },
  software: {
    bm: [16, 32, 64],
    bn: [16, 32, 64],
    bk: [4],
    tm: [4, 8],
    tn: [4],
    lanesN: [4, 8],
    padding: [1],
    band: [8],
  },
};

/** The tiles of a product on a device. */
export function tileSpace(params: GemmCase, device: DeviceFacts): Space<TileChoice> {
  const { bm, bn, bk, tm, tn, band, ...usual } = registerTileFor(device, params);
  const lanesN = usualLanesN({ bm, bn, bk, tm, tn, band, ...usual });
  return {
    values: values[device.software ? 'software' : 'hardware'],
    constraints: constraintsOf(params),
    model: (choice) => modelOf(params, tileFrom(choice, device), mostWorkgroups(device)),
    usual: { bm, bn, bk, tm, tn, lanesN, padding: 1, band },
  };
}

function tileFrom(choice: TileChoice, { software }: DeviceFacts): RegisterTile {
  return { ...choice, unroll: software ? 1 : choice.bk, prefetch: !software };
}

const lanes = 32;

function constraintsOf({ m, n, layout }: GemmCase): readonly Constraint<TileChoice>[] {
  return [
    {
      why: 'A workgroup is whole subgroups of 32 threads.',
      holds: ({ bm, bn, tm, tn }) => ((bm / tm) * (bn / tn)) % lanes === 0,
    },
    {
      why: 'The lanes of a subgroup cover whole rows and columns of the workgroup’s threads.',
      holds: ({ bm, bn, tm, tn, lanesN }) => (bn / tn) % lanesN === 0 && (bm / tm) % (lanes / lanesN) === 0,
    },
    {
      why: 'A tile is not four times as long or as wide as C.',
      holds: ({ bm, bn }) => bm < 4 * Math.max(m, 8) && bn < 4 * Math.max(n, 8),
    },
    {
      why: 'Only an operand that is turned on its way in is padded.',
      holds: ({ padding }) => padding === 1 || layout !== 'tn',
    },
  ];
}

// Addresses, counters and what the compiler keeps besides.
const otherRegisters = 20;

// Beyond two workgroups a multiprocessor there are no more at work at once, and the last of them leave little idle.
function mostWorkgroups(device: DeviceFacts): number {
  return 4 * multiprocessorsOf(device);
}

/** What one launch of a tile takes. */
function modelOf(params: GemmCase, tile: RegisterTile, most: number): Cost {
  const { k, batch, layout } = params;
  const { bm, bn, bk, tm, tn } = tile;
  const threads = registerThreads(tile);
  const { rows, columns } = tilesOf(params, { rows: bm, columns: bn });
  const workgroups = rows * columns * batch;
  const shares = Math.ceil(((bm + bn) * bk) / 16 / threads);
  const across = tile.lanesN ?? usualLanesN(tile);
  // Lanes that read the same vec4 share one read: a subgroup reads its rows of A and its columns of B.
  const perSubgroup = (lanes / across) * tm + across * tn;
  return {
    threads,
    registers: tm * tn + tm + tn + 16 * shares + otherRegisters,
    workgroupBytes: registerSharedBytes(tile, layout, 'f32'),
    workgroups: Math.min(workgroups, most),
    bytes: {
      cache: tiledBytes(params, { rows: bm, columns: bn }),
      workgroup: workgroups * k * ((threads / lanes) * perSubgroup * 4 + 2 * 4 * (bm + bn)),
    },
  };
}
