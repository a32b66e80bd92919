// The plans of the rungs that are kernel files: three dispatches, one, and one with tiles.
import { notApplicable, overLimit, wgsl } from '@kernel-ladder/harness';
import type { Constants, DeviceFacts, Pass, Plan, Skip } from '@kernel-ladder/harness';
import { gridOf, refuseOver } from '@kernel-ladder/kernel-kit';
import type { AttentionCase } from '../cases.ts';
import { bindingsOf, blockedBytes, problem, shape, sizes, source } from './problem.ts';

const workgroup = 256;

/** The dispatch between the two products, and how often it reads a score. */
interface StoredSoftmax {
  readonly file: string;
  readonly sweeps: number;
}

/** Scores, softmax, values: three dispatches a batch, with a matrix of q × k scores a head in global memory. */
export function planNaive(params: AttentionCase, device: DeviceFacts): Plan | Skip {
  return planStored(params, device, { file: 'softmax.wgsl', sweeps: 3 });
}

/** The same without the maximum, which takes a sweep: of scores so large that exponentials surely overflow, or so small that none can. */
export function planUnsafe(params: AttentionCase, device: DeviceFacts): Plan | Skip {
  const isSharp = params.fill === 'peaked' || params.fill === 'extreme';
  if (isSharp && !overflows(params)) return notApplicable('whether exp overflows is left to chance');
  return planStored(params, device, { file: 'unsafe-softmax.wgsl', sweeps: 2 });
}

/**
 * Whether scores of deviation 1e4 are so many that some query has none between −88 and 88: exp of others is infinite, or 0 for all that the
 * query sees. One score lies there in 140; eight queries do not all of them.
 */
export function overflows({ b, h, q, k, fill, mask }: AttentionCase): boolean {
  return fill === 'extreme' && mask === 'none' && k > 0 && b * h * q >= 8;
}

function planStored(params: AttentionCase, device: DeviceFacts, softmax: StoredSoftmax): Plan | Skip {
  const { b, h, q, k, d } = params;
  const scoreBytes = 4 * h * q * k;
  const refused = refuseOver(device, 'maxStorageBufferBindingSize', scoreBytes);
  if (refused) return refused;
  const batches = Array.from({ length: b }, (_, batch) => batch);
  const { queries, keys } = sizes(params);
  const perQuery = 2 * keys * q * params.g;
  return {
    passes: batches.flatMap((batch) => storedPasses(params, batch, softmax.file)),
    scratch: Object.fromEntries(batches.map((batch) => [`scores${batch}`, scoreBytes])),
    // Every score reads its query and its key, every output its weights and its column of V.
    implBytes: b * scoreBytes * (2 + softmax.sweeps + d) + queries * k + perQuery + queries,
    longestSum: Math.max(k, d),
  };
}

function storedPasses(params: AttentionCase, batch: number, softmax: string): readonly Pass[] {
  const { h, q, k, d } = params;
  const scores = `scores${batch}`;
  const grids = {
    scores: gridOf(Math.ceil((h * q * k) / workgroup)),
    rows: gridOf(h * q),
    values: gridOf(Math.ceil((h * q * d) / workgroup)),
  };
  return [
    {
      wgsl: source('scores.wgsl', params, { ...problem(params), BATCH: batch, GRID_X: grids.scores[0] }),
      bindings: ['queries', 'keys', 'lengths', scores],
      workgroups: grids.scores,
    },
    {
      wgsl: wgsl(softmax, { ROWS: h * q, KEYS: k, GRID_X: grids.rows[0] }),
      bindings: [scores],
      workgroups: grids.rows,
    },
    {
      wgsl: source('values.wgsl', params, { ...shape(params), BATCH: batch, GRID_X: grids.values[0] }),
      bindings: [scores, 'values', 'outputs'],
      workgroups: grids.values,
    },
  ];
}

/** One dispatch; all scores of four queries in workgroup memory, or of two where keys are many. */
export function planFused(params: AttentionCase, device: DeviceFacts): Plan | Skip {
  const { b, h, q, k, d } = params;
  // A software adapter pays for every thread at every barrier.
  const threads = device.software ? 64 : workgroup;
  const refuse = (rows: number) =>
    refuseOver(device, 'maxComputeWorkgroupStorageSize', 4 * rows * (k + d + threads));
  const rows = refuse(4) === null ? 4 : 2;
  const refused = refuse(rows);
  if (refused) return refused;
  const blocks = b * h * Math.ceil(q / rows);
  const grid = gridOf(blocks);
  const constants = {
    ...problem(params),
    BLOCKS: blocks,
    GRID_X: grid[0],
    ROWS: rows,
    Rows: `vec${rows}f`,
    ...keyItems(params),
    SIZE: threads,
    LEVELS: Math.log2(threads),
  };
  return {
    passes: [
      { wgsl: source('fused.wgsl', params, constants), bindings: bindingsOf(params), workgroups: grid },
    ],
    implBytes: blockedBytes(params, rows),
    longestSum: Math.max(k, d),
  };
}

// Whole vec4s where a head is made of them.
function keyItems({ d, dtype }: AttentionCase): Constants {
  const width = d % 4 === 0 ? 4 : 1;
  return { KEY_WIDTH: width, KeyItem: width === 4 ? `vec4<${dtype}>` : dtype };
}

const tiledQueries = 64;

/** One dispatch; a query a thread, tiles of keys and values through workgroup memory. */
export function planTiled(params: AttentionCase, device: DeviceFacts): Plan | Skip {
  const { b, h, q, k, d } = params;
  const limit = 'maxComputeWorkgroupStorageSize';
  const offered = device.limits[limit] ?? 0;
  const tile = Math.min(16, Math.floor(offered / (8 * d)));
  if (tile < 1) return overLimit(limit, 8 * d, offered);
  const blocks = b * h * Math.ceil(q / tiledQueries);
  const grid = gridOf(blocks);
  const constants = { ...problem(params), BLOCKS: blocks, GRID_X: grid[0], TILE: tile };
  return {
    passes: [
      { wgsl: source('tiled.wgsl', params, constants), bindings: bindingsOf(params), workgroups: grid },
    ],
    implBytes: blockedBytes(params, tiledQueries),
    longestSum: Math.max(k, d),
  };
}
