// Rows of a matrix over threads: a tree a row, a row in registers, a subgroup for one or several.
import { notApplicable, overLimit } from '@kernel-ladder/harness';
import type { DeviceFacts, PlanCase, Skip } from '@kernel-ladder/harness';
import { subgroupMin } from './subgroups.ts';

/** Rows of a matrix that are worked on independently of each other. */
export interface Rows {
  readonly rows: number;
  readonly columns: number;
}

/** Plans no dispatch where there are no rows or no columns: nothing is to be written. */
export function unlessEmpty<Case extends Rows>(plan: PlanCase<Case>): PlanCase<Case> {
  return (params, device) =>
    params.rows * params.columns === 0 ? { passes: [], implBytes: 0, longestSum: 0 } : plan(params, device);
}

/** Columns that a kernel loads and stores as one item: 4 where rows are whole vec4s, else 1. */
export function itemWidth(columns: number): 1 | 4 {
  return columns % 4 === 0 ? 4 : 1;
}

/** A workgroup a row that folds in a tree: as many threads as the row has columns, within 32 to 256. */
export function rowTree(columns: number) {
  const levels = Math.min(8, Math.max(5, Math.ceil(Math.log2(columns))));
  return {
    constants: { WORKGROUP: 2 ** levels, LEVELS: levels },
    longestSum: Math.ceil(columns / 2 ** levels) + levels,
  };
}

// What a thread can hold in registers without spilling: 8 vec4s, or 32 single columns.
const mostHeld = { 4: 8, 1: 32 } as const;
// With this many a thread, loads enough are in flight; more threads a row are better than more items a thread.
const targetHeld = { 4: 4, 1: 16 } as const;
const residentWorkgroups = [32, 64, 128, 256, 512, 1024];

/**
 * The threads of a workgroup that holds a row in registers: the fewest that hold it within the target; else as many as
 * the device takes, if they hold it at all. Otherwise a skip, by the device's limit where more threads would hold it.
 */
export function residentThreads({ columns }: Rows, device: DeviceFacts): number | Skip {
  const width = itemWidth(columns);
  const held = (threads: number) => Math.ceil(columns / width / threads);
  const limit = 'maxComputeInvocationsPerWorkgroup';
  const offered = device.limits[limit] ?? 256;
  const sizes = residentWorkgroups.filter((threads) => threads <= offered);
  const fitting = sizes.find((threads) => held(threads) <= targetHeld[width]);
  const possible = fitting ?? sizes.findLast((threads) => held(threads) <= mostHeld[width]);
  if (possible !== undefined) return possible;
  const needed = residentWorkgroups.find((threads) => held(threads) <= mostHeld[width]);
  if (needed !== undefined) return overLimit(limit, needed, offered);
  return notApplicable('the row does not fit into the registers of one workgroup');
}

// The longest row that a subgroup takes: 32 lanes with 8 vec4s each.
const longestSubgroupRow = 1024;
// Items that a lane has in flight.
const itemsInFlight = 4;

/** How short rows are given to subgroups. */
export interface SubgroupRows {
  /** Workgroups for all rows: one takes as many batches as it has subgroups of the least size, whatever their size. */
  readonly groups: number;
  /** Bounds of the subgroup size, and the rows of a batch, which a subgroup takes at once. */
  readonly constants: {
    readonly SUBGROUP_MIN: number;
    readonly SUBGROUP_MAX: number;
    readonly BATCH: number;
  };
  /** The longest chain of additions behind a row's sum. */
  readonly longestSum: number;
}

/**
 * A subgroup for each row, or for several where a lane has less than four items of one, in workgroups of `workgroup`
 * threads; rows that are too long for a subgroup's registers are a skip.
 */
export function rowsInSubgroups(
  { rows, columns }: Rows,
  device: DeviceFacts,
  workgroup: number,
): SubgroupRows | Skip {
  if (columns > longestSubgroupRow)
    return notApplicable(`a subgroup holds rows of up to ${longestSubgroupRow} columns`);
  const least = subgroupMin(device);
  const most = Math.max(least, device.subgroupMaxSize);
  const held = Math.ceil(columns / itemWidth(columns) / least);
  const batch = Math.max(1, Math.floor(itemsInFlight / held));
  return {
    groups: Math.ceil(rows / batch / Math.floor(workgroup / least)),
    constants: { SUBGROUP_MIN: least, SUBGROUP_MAX: most, BATCH: batch },
    longestSum: Math.ceil(columns / least) + Math.log2(most),
  };
}
