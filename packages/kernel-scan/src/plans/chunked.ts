// Chunks that a cache holds: each dispatch sums up one and scans the one before.
import { notApplicable, sizeClass, tunable, wgsl } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip, Space, Values } from '@kernel-ladder/harness';
import { subgroupMin } from '@kernel-ladder/kernel-kit';
import type { ScanCase } from '../cases.ts';
import { insideTile, perThread, tileConstants, tileShape, wholeQuads } from './tiles.ts';

/** Parameters of the rung. A type, so that it is a choice of a search space. */
export type ChunkShape = {
  /** Threads of a workgroup, which takes a tile of 16 elements a thread. */
  readonly threads: number;
  /** Elements of a chunk in units of 2^10, as long as there are not too many chunks. */
  readonly kibiElements: number;
};

// Dispatches of a launch: on a small device a long vector has larger chunks.
const mostChunks = 512;

function usualShape(device: DeviceFacts): ChunkShape {
  const threads = tileShape(device).workgroup;
  // 16 MiB of f32: two chunks on their way and the result of one are what a cache of 50 MB holds.
  return { threads, kibiElements: device.software ? 4 : 4096 };
}

/** Plans a dispatch for each chunk, and one more. */
export function planChunked(params: ScanCase, device: DeviceFacts, shape: ChunkShape): Plan | Skip {
  const { threads } = shape;
  const { n } = params;
  const most = device.limits['maxComputeInvocationsPerWorkgroup'] ?? 0;
  if (threads > most)
    return notApplicable(`has workgroups of ${threads} threads, and the device takes ${most}`);
  if (n === 0) return { passes: [], implBytes: 0, longestSum: 0 };
  const { tiles, chunkTiles, chunks } = countsOf(n, shape);
  const group = { workgroup: threads, subgroupMin: subgroupMin(device) };
  const constants = {
    ...tileConstants(params, group),
    EXCLUSIVE: String(params.mode === 'exclusive'),
    CHUNK_TILES: chunkTiles,
  };
  const main = wgsl('chunked.wgsl', constants);
  return {
    // The workgroups that a dispatch has too many are its number.
    passes: Array.from({ length: chunks + 1 }, (_, chunk) => ({
      wgsl: main,
      bindings: ['values', 'result', 'sums', 'carries'],
      workgroups: [2 * chunkTiles + chunk, 1, 1] as const,
    })),
    scratch: { sums: 16 * wholeQuads(tiles), carries: 16 * wholeQuads(chunks + 1) },
    implBytes: 4 * (3 * n + tiles + tiles * Math.ceil(chunkTiles / 2)),
    longestSum: chunks + 2 * insideTile(group) + Math.ceil(chunkTiles / threads),
  };
}

function countsOf(n: number, { threads, kibiElements }: ChunkShape) {
  const tile = perThread * threads;
  const tiles = Math.ceil(n / tile);
  const wanted = Math.max(1, Math.floor((kibiElements * 1024) / tile));
  const chunkTiles = Math.min(tiles, Math.max(wanted, Math.ceil(tiles / mostChunks)));
  return { tiles, chunkTiles, chunks: Math.ceil(tiles / chunkTiles) };
}

const hardwareValues: Values<ChunkShape> = {
  threads: [256, 512, 1024],
  kibiElements: [1024, 2048, 3072, 4096, 6144, 8192, 12_288],
};
// A software adapter takes long over many threads.
const softwareValues: Values<ChunkShape> = { threads: [64], kibiElements: [2, 4] };

/** What may be tuned of the rung on a case. */
export function chunkedSpace({ n }: ScanCase, device: DeviceFacts): Space<ChunkShape> {
  return {
    values: device.software ? softwareValues : hardwareValues,
    constraints: [
      {
        why: 'A vector has two chunks at least.',
        holds: ({ kibiElements }) => n > kibiElements * 1024,
      },
    ],
    model: (shape) => ({
      threads: shape.threads,
      registers: 40,
      workgroupBytes: 2 * 4 * (shape.threads / subgroupMin(device)),
      workgroups: 2 * countsOf(n, shape).chunkTiles,
      bytes: { cache: 12 * n },
    }),
    usual: usualShape(device),
  };
}

// From here on a vector is longer than what any cache holds, and all choices take as many times longer.
const longest = 2 ** 26;

/** The rung, tunable for each power of two of the length up to `longest`. */
export const chunked = tunable<ScanCase, ChunkShape>({
  rung: 'chunked',
  classOf: ({ n }) => `n=${sizeClass(Math.min(n, longest))}`,
  space: chunkedSpace,
  plan: planChunked,
});
