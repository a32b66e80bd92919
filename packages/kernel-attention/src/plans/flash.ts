// The plan of the register-tiled rung: one generated kernel a shape.
import { generated, missingFeature, notApplicable, sizeClass, tunable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip, Space, Values } from '@kernel-ladder/harness';
import { gridOf, remembering } from '@kernel-ladder/kernel-kit';
import type { AttentionCase } from '../cases.ts';
import { flashKernel, flashLayout } from '../kernels/flash.wgsl.ts';
import type { FlashLayout, FlashTile } from '../kernels/flash.wgsl.ts';
import type { AttentionProblem } from '../kernels/problem.ts';
import { bindingsOf, blockedBytes } from './problem.ts';

const flashText = remembering(flashKernel);

// What fits everywhere. A software adapter takes it: there is nothing to write out.
const smallest: FlashTile = {
  bq: 16,
  bk: 16,
  tm: 4,
  tn: 4,
  unroll: 1,
  turned: false,
  prefetch: false,
  weights: 'stored',
  queries: 'staged',
};
const fed: FlashTile = { ...smallest, bq: 128, bk: 64, tn: 8, unroll: 16, weights: 'shuffled' };

/** Tiles from the one that feeds the arithmetic best to the one that fits everywhere. */
export const flashTiles: readonly FlashTile[] = [
  fed,
  { ...fed, bq: 64, bk: 32 },
  { ...smallest, bq: 64, unroll: 8 },
  { ...smallest, bq: 32, bk: 32, unroll: 8 },
  smallest,
];

/** The first tile that a device has the workgroup memory and the subgroups for; a software adapter takes the last. */
function flashTileFor({ d }: Pick<AttentionCase, 'd'>, device: DeviceFacts): FlashTile {
  const tiles = device.software ? flashTiles.slice(-1) : flashTiles;
  return tiles.find((tile) => fits(flashLayout(tile, d), device)) ?? smallest;
}

function fits({ sharedBytes, columnThreads, threads }: FlashLayout, device: DeviceFacts): boolean {
  const offered = device.limits['maxComputeWorkgroupStorageSize'] ?? 0;
  const most = device.limits['maxComputeInvocationsPerWorkgroup'] ?? 0;
  return (
    sharedBytes <= offered &&
    columnThreads <= device.subgroupMinSize &&
    threads >= device.subgroupMaxSize &&
    threads <= most
  );
}

/** The case as the generators see it, with the grid of its blocks of `blockQueries` queries. */
export function problemOf(params: AttentionCase, blockQueries: number): AttentionProblem {
  const { b, h, g, q, k, d, mask, output } = params;
  const grid = gridOf(b * h * Math.ceil(q / blockQueries));
  const shape = { batches: b, heads: h, group: g, queries: q, keys: k, dim: d };
  return { ...shape, causal: mask === 'causal', hasLse: output === 'lse', grid };
}

/** Why a device or a case cannot run the rung; null when it can. */
export function refuseFlash({ d }: AttentionCase, device: DeviceFacts): Skip | null {
  if (!device.features.has('subgroups')) return missingFeature('subgroups');
  return d % 4 === 0 ? null : notApplicable('reads heads of whole vec4s only');
}

/** Plans one dispatch with a tile. */
export function planFlash(params: AttentionCase, device: DeviceFacts, tile: FlashTile): Plan | Skip {
  if (!fits(flashLayout(tile, params.d), device))
    return notApplicable('finds no room for its tile in this device’s workgroup memory and subgroups');
  const problem = problemOf(params, tile.bq);
  const text = flashText({ ...problem, element: params.dtype }, tile);
  return {
    passes: [
      { wgsl: generated('flash.wgsl.ts', text), bindings: bindingsOf(params), workgroups: problem.grid },
    ],
    implBytes: blockedBytes(params, tile.bq),
    longestSum: Math.max(params.k, params.d),
  };
}

// Large tiles first: a search that is cut short has seen those that read least. A software adapter takes seconds to compile what is
// written out.
const values: { readonly [Kind in 'hardware' | 'software']: Values<FlashTile> } = {
  hardware: {
    bq: [128, 64],
    bk: [128, 64, 32],
    tm: [8, 4],
    tn: [16, 8],
    unroll: [16, 8],
    turned: [false],
    prefetch: [false, true],
    weights: ['shuffled'],
    queries: ['cached', 'staged'],
  },
  software: {
    bq: [16, 32],
    bk: [16],
    tm: [4],
    tn: [4],
    unroll: [1, 4],
    turned: [false, true],
    prefetch: [false, true],
    weights: ['shuffled', 'stored'],
    queries: ['cached', 'staged'],
  },
};

/** What may be tuned of the rung on a case. */
export function flashSpace(params: AttentionCase, device: DeviceFacts): Space<FlashTile> {
  const { b, h, q, k, d } = params;
  return {
    values: values[device.software ? 'software' : 'hardware'],
    constraints: constraintsOf(d, device),
    model: (tile) => {
      const { threads, registers, sharedBytes, dimQuads } = flashLayout(tile, d);
      const { bq, tm, tn } = tile;
      // Each step of a product reads tm numbers of one operand and as many of the other as it makes columns.
      const perPair = 4 * d * ((tm + tn) / (tm * tn)) + 4 * ((tm + 4 * dimQuads) / tm);
      return {
        threads,
        registers,
        workgroupBytes: sharedBytes,
        workgroups: b * h * Math.ceil(q / bq),
        bytes: { cache: blockedBytes(params, bq), workgroup: b * h * q * k * perPair },
      };
    },
    usual: flashTileFor(params, device),
  };
}

function constraintsOf(d: number, device: DeviceFacts): Space<FlashTile>['constraints'] {
  return [
    {
      why: 'The threads of a query are lanes of one subgroup.',
      holds: ({ bk, tn }) => bk / tn <= device.subgroupMinSize,
    },
    {
      why: 'A workgroup fills a subgroup at least.',
      holds: ({ bq, bk, tm, tn }) => (bq / tm) * (bk / tn) >= device.subgroupMaxSize,
    },
    {
      why: 'A step is whole unrolled trips.',
      holds: ({ bk, unroll }) => bk % unroll === 0 && d % unroll === 0,
    },
    {
      why: 'A thread reads less than a number of workgroup memory for two multiply-adds of the scores: reads are the limit.',
      holds: ({ tm, tn }) => device.software || 2 * (tm + tn) < tm * tn,
    },
    {
      why: 'Queries that are not staged are read four elements at a time.',
      holds: ({ unroll, queries }) => queries === 'staged' || unroll % 4 === 0,
    },
    {
      why: 'Weights that are not stored are not turned.',
      holds: ({ turned, weights }) => weights === 'stored' || !turned,
    },
  ];
}

/** The rung, tunable for each length of heads and type. */
export const flash = tunable<AttentionCase, FlashTile>({
  rung: 'flash',
  classOf: ({ q, k, d, mask, dtype }) =>
    `q=${sizeClass(q)},k=${sizeClass(k)},d=${d}${mask === 'none' ? '' : `,mask=${mask}`},${dtype}`,
  space: flashSpace,
  plan: planFlash,
});
