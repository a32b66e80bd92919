// Launches of the probes.
import { wgsl } from '@kernel-ladder/harness';
import { gridOf, nothing } from '@kernel-ladder/kernel-kit';
import type { Constants, PlanCase } from '@kernel-ladder/harness';
import type { BanksCase, ChaseCase, PatternCase, SweepCase } from '../cases/kinds.ts';
import {
  banksLaunch,
  blockWords,
  chaseBlocks,
  hopsOf,
  nodeBytes,
  nodesOf,
  patternBlocks,
  patternOrder,
  quadBytes,
  sweepLaunch,
  sweptBytes,
  table,
  workgroup,
} from '../cases/probes.ts';
import { keyWords } from '../inputs.ts';
import { memoryWork } from '../problem.ts';

/** Items in strided order: a workgroup takes a block of turns, read or written. */
export const patterns: PlanCase<PatternCase> = (params) => {
  const { width, access } = params;
  const { items, stride, column, skip } = patternOrder(params);
  const blocks = patternBlocks(params);
  if (blocks === 0) return nothing;
  const workgroups = gridOf(blocks);
  const each = blockWords / workgroup / width;
  const order = {
    ITEMS: items,
    STRIDE: stride,
    COLUMN: column,
    SKIP: skip,
    EACH: each,
    GRID_X: workgroups[0],
  };
  const kernel =
    access === 'read'
      ? wgsl(`pattern/read-${width}.wgsl`, { ...order, BLOCKS: blocks })
      : wgsl('pattern/write.wgsl', { ...order, ...writtenItem(width) });
  const bindings = access === 'read' ? ['x', 'sums'] : ['key', 'y'];
  return {
    passes: [{ wgsl: kernel, bindings, workgroups }],
    implBytes: memoryWork(params).minBytes,
    longestSum: 1,
  };
};

function writtenItem(width: number): Constants {
  const lanes = Array.from({ length: width }, (_, lane) => `${lane}u`).join(', ');
  return {
    Item: width === 1 ? 'u32' : `vec${width}<u32>`,
    WIDTH: width,
    LANES: width === 1 ? '0u' : `vec${width}u(${lanes})`,
    KEYS: keyWords / width,
  };
}

/** How the words of the table lie: as they come, with a word left out behind each row of banks, or shuffled in each row. */
export type Layout = 'plain' | 'padded' | 'swizzled';

const layouts: { readonly [Name in Layout]: number } = { plain: 0, padded: 1, swizzled: 2 };

/** Each thread reads a run of the table for each trip. */
export function bankReads(layout: Layout): PlanCase<BanksCase> {
  return (params) => {
    const { groups, trips } = banksLaunch(params);
    const workgroups = gridOf(groups);
    const constants = {
      STRIDE: params.stride,
      LAYOUT: layouts[layout],
      TRIPS: trips,
      GROUPS: groups,
      GRID_X: workgroups[0],
    };
    return {
      passes: [{ wgsl: wgsl('banks.wgsl', constants), bindings: ['x', 'hashes'], workgroups }],
      implBytes: 4 * groups * (table.words + table.run + workgroup),
      longestSum: 1,
    };
  };
}

const mostAhead = 8;

/** Each thread reads a vec4 for each trip, as many ahead as divide the trips. */
export const sweeps: PlanCase<SweepCase> = (params) => {
  const { groups, trips } = sweepLaunch(params);
  const workgroups = gridOf(groups);
  const ahead = [mostAhead, 4, 2, 1].find((count) => trips % count === 0) ?? 1;
  const constants = {
    QUADS: params.bytes / quadBytes,
    TRIPS: trips,
    AHEAD: ahead,
    GROUPS: groups,
    GRID_X: workgroups[0],
  };
  return {
    passes: [{ wgsl: wgsl('sweep.wgsl', constants), bindings: ['x', 'sums'], workgroups }],
    implBytes: sweptBytes(params) + 4 * groups,
    longestSum: 1,
  };
};

/** All of the device reads each node once; then one thread follows the chain. */
export const chases: PlanCase<ChaseCase> = (params) => {
  const nodes = nodesOf(params);
  const blocks = chaseBlocks(params);
  const workgroups = gridOf(blocks);
  const warmth = { NODES: nodes, BLOCKS: blocks, SPACING: nodeBytes / 4, GRID_X: workgroups[0] };
  return {
    passes: [
      { wgsl: wgsl('warm.wgsl', warmth), bindings: ['next', 'warmed'], workgroups },
      {
        wgsl: wgsl('chase.wgsl', { HOPS: hopsOf(params) }),
        bindings: ['next', 'trail'],
        workgroups: [1, 1, 1],
      },
    ],
    implBytes: 4 * (nodes + blocks + hopsOf(params) + 2),
    longestSum: 1,
  };
};
