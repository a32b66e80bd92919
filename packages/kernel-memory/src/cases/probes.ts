// The probes of memory: how much a case of them moves, where its parameters leave that to the family.
import type { BanksCase, ChaseCase, PatternCase, SweepCase } from './kinds.ts';

/** Threads of every workgroup. */
export const workgroup = 256;

/** Words that a read sums up into one: what a workgroup of 256 threads reads as sixteen vec4s each. */
export const blockWords = 16_384;

/** Bytes of a vec4. */
export const quadBytes = 16;

/** Bytes from node to node of a chain: a line of the caches. */
export const nodeBytes = 128;

/**
 * Strided order: `items` in columns of `column`, each item the stride behind the one before, each column `skip` items (modulo the stride)
 * from the one before; `turns` of them, a few for nothing.
 */
export interface StridedOrder {
  readonly items: number;
  readonly stride: number;
  readonly column: number;
  readonly skip: number;
  readonly turns: number;
}

// 256 MiB, four times the last-level cache of an H200.
const patternWords = 2 ** 26;

/** Words of a pattern. */
export function patternLength({ n = patternWords }: PatternCase): number {
  return n;
}

/** The order in which a pattern takes its items. */
export function patternOrder(params: PatternCase): StridedOrder {
  const items = patternLength(params) / params.width;
  const column = Math.ceil(items / params.stride);
  const { stride } = params;
  return { items, stride, column, skip: skipOf(stride), turns: column * stride };
}

// Columns side by side would find each other's sectors in the cache. By the golden section they lie as far apart as so many can, and the
// sectors of a column come back after five others at the widest stride that is timed.
function skipOf(stride: number): number {
  let skip = Math.max(1, Math.round(0.382 * stride));
  while (!areCoprime(skip, stride)) skip++;
  return skip;
}

function areCoprime(a: number, b: number): boolean {
  return b === 0 ? a === 1 : areCoprime(b, a % b);
}

/** Blocks of turns that a pattern reads, or tiles of them that it writes. */
export function patternBlocks(params: PatternCase): number {
  return Math.ceil((patternOrder(params).turns * params.width) / blockWords);
}

/** Words of the table in workgroup memory, and of a run that a thread reads before it goes on. */
export const table = { words: 2048, run: 32 } as const;

/** Workgroups and runs of a probe of the banks: tens of thousands of reads for each that fills the table. */
export function banksLaunch({ groups = 4096, trips = 64 }: BanksCase) {
  return { groups, trips };
}

/**
 * Workgroups, and vec4s that each thread reads: 4 GiB in all, many times the largest cache. All of them run at the same time on a large
 * GPU, two on each of 132 cores; a set that has no factor of 11 comes to other workgroups each time that it comes round.
 */
export function sweepLaunch({ groups = 264, trips = 4000 }: SweepCase) {
  return { groups, trips };
}

/** Bytes that a sweep reads, the same ones many times. */
export function sweptBytes(params: SweepCase): number {
  const { groups, trips } = sweepLaunch(params);
  return groups * trips * workgroup * quadBytes;
}

/** Hops of a chase: milliseconds, beside which the pass that warms the caches is nothing. */
export function hopsOf({ trips = 16_384 }: ChaseCase): number {
  return trips;
}

/** The tag that the first and the last word of a block get once all blocks are given: its size and its number, mixed. */
export function tagOf(size: number, block: number): number {
  return (size ^ Math.imul(block + 1, 0x9e3779b1)) >>> 0;
}

/** Blocks of 256 nodes, each of which a workgroup adds up to warm the caches. */
export function chaseBlocks(params: ChaseCase): number {
  return Math.ceil(nodesOf(params) / workgroup);
}

/** Nodes of a chain. */
export function nodesOf({ bytes }: ChaseCase): number {
  return bytes / nodeBytes;
}
