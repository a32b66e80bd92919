// The tiles of the pipelined tensor rung: those of the ladder, and which one a product takes.
import { multiprocessorsOf } from '@kernel-ladder/harness';
import type { DeviceFacts } from '@kernel-ladder/harness';
import { tilesOf } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import type { PipedTile } from '../kernels/tensor-pipelined.wgsl.ts';
import type { TensorKind } from '../kernels/tensor/layout.ts';
import { kindOf } from './tensor.ts';

const wide: PipedTile = {
  bm: 128,
  bn: 256,
  bk: 16,
  subgroupsDown: 2,
  subgroupsAcross: 4,
  stages: 2,
  reach: 4,
  flight: 1,
  staging: 'amid',
  packs: false,
  straight: false,
  ahead: true,
  streams: 0,
  turns: true,
  direct: true,
  band: 8,
};

/** A tile, and how fast it multiplies against the fastest, where each has work enough: the first two as an H200 does, the others guessed. */
interface RatedTile {
  readonly tile: PipedTile;
  readonly rate: number;
}

/**
 * The tiles of the ladder: one of which two workgroups share a multiprocessor, so that one multiplies while the other waits; a wide one
 * that fills it alone and overlaps by itself; smaller ones for fewer elements, a flat one for few rows.
 */
export const pipedTiles = {
  paired: {
    tile: {
      ...wide,
      bn: 128,
      bk: 32,
      subgroupsAcross: 2,
      stages: 1,
      reach: 1,
      ahead: false,
      direct: false,
    },
    rate: 1,
  },
  wide: { tile: wide, rate: 0.97 },
  square: { tile: { ...wide, bn: 128, subgroupsAcross: 2, ahead: false }, rate: 0.9 },
  small: {
    tile: { ...wide, bm: 64, bn: 128, bk: 32, reach: 2, subgroupsAcross: 2, direct: false },
    rate: 0.7,
  },
  tiny: {
    tile: { ...wide, bm: 64, bn: 64, bk: 32, reach: 2, subgroupsAcross: 2, ahead: false },
    rate: 0.55,
  },
  flat: {
    tile: { ...wide, bm: 16, bn: 128, bk: 32, reach: 2, subgroupsDown: 1, subgroupsAcross: 2, ahead: false },
    rate: 0.15,
  },
} as const satisfies { readonly [name: string]: RatedTile };

/** Fragments of A straight from storage, laid out by a copy before, from slabs 64 deep, while those of B stream: 18 % faster than `paired` on an H200 at 4096³ in f16. */
export const deepTile: PipedTile = {
  ...wide,
  bm: 256,
  bn: 128,
  bk: 64,
  subgroupsDown: 4,
  subgroupsAcross: 2,
  reach: 1,
  straight: true,
  ahead: false,
  streams: 3,
  direct: false,
  band: 12,
};
const deepBytes = 34_816;

// From so many of each side on the copies are small beside the product.
const deepSide = 4000;

// Of bytes `paired` is faster; in other layouts nobody has looked.
function isDeep({ m, n, k, batch, layout, dtype }: GemmCase, device: TiledDevice): boolean {
  const isPlain = batch === 1 && layout === 'nn' && dtype === 'f16-f32';
  return (
    isPlain &&
    Math.min(m, n, k) >= deepSide &&
    (device.limits['maxComputeWorkgroupStorageSize'] ?? 0) >= deepBytes
  );
}

/** What a choice of tiles asks of a device. */
type TiledDevice = Pick<DeviceFacts, 'name' | 'software' | 'limits'>;

/** A tile of a kind of products: bytes lie twice as deep in as much memory. */
export function tileOfKind(tile: PipedTile, kind: TensorKind): PipedTile {
  return kind === 'i8-i32' ? { ...tile, bk: 2 * tile.bk } : tile;
}

/** The tile that is done first by a simple model: a multiprocessor takes the time of its tiles, and the one with the most ends last. */
export function pipedTileFor(params: GemmCase, device: TiledDevice): PipedTile {
  if (isDeep(params, device)) return deepTile;
  const costs = Object.values(pipedTiles).map(({ tile, rate }) => {
    const { rows, columns } = tilesOf(params, { rows: tile.bm, columns: tile.bn });
    const each = Math.ceil((params.batch * rows * columns) / multiprocessorsOf(device));
    return { tile, cost: (each * tile.bm * tile.bn) / rate };
  });
  const { tile } = costs.reduce((best, next) => (next.cost < best.cost ? next : best));
  return tileOfKind(tile, kindOf(params));
}
