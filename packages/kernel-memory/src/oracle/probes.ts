// The truth about the probes: each of their words hangs on all that a thread or a workgroup was to read.
import { allOf } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Oracle, Part } from '@kernel-ladder/harness';
import { exactly, arrayOf } from '@kernel-ladder/kernel-kit';
import type { BanksCase, ChaseCase, PatternCase, SweepCase } from '../cases/kinds.ts';
import {
  banksLaunch,
  blockWords,
  hopsOf,
  nodeBytes,
  patternOrder,
  sweepLaunch,
  table,
  tagOf,
  workgroup,
} from '../cases/probes.ts';
import { keyed, sumOfWords } from './streams.ts';

/** What a pattern reads by blocks of turns, or writes. */
export function patternOracle(params: PatternCase, inputs: Arrays, part?: Part): Oracle {
  if (params.access === 'write') return keyed(inputs, part);
  const x = arrayOf(inputs, 'x');
  const expected = (block: number) => turnsSum(params, x, block);
  return exactly('wrapping sums in strided order', { output: 'sums', expected }, part);
}

function turnsSum(params: PatternCase, x: NumberArray, block: number): number {
  const { width } = params;
  const { items, stride, column, skip, turns } = patternOrder(params);
  const length = blockWords / width;
  const end = Math.min(turns, (block + 1) * length);
  let sum = 0;
  for (let turn = block * length; turn < end; turn++) {
    const item = (turn % column) * stride + ((Math.floor(turn / column) * skip) % stride);
    if (item < items) sum = (sum + sumOfWords(x, item * width, (item + 1) * width)) | 0;
  }
  return sum >>> 0;
}

/** What the threads of each workgroup read of the table, folded in their order. */
export function banksOracle(params: BanksCase, inputs: Arrays, part?: Part): Oracle {
  const x = arrayOf(inputs, 'x');
  const { trips } = banksLaunch(params);
  // Threads of many workgroups begin at the same word.
  const known = new Map<number, number>();
  const expected = (index: number) => {
    const [group, thread] = [Math.floor(index / workgroup), index % workgroup];
    const start = (thread * params.stride + group) % table.words;
    const hash = known.get(start) ?? hashFrom(x, start, trips);
    known.set(start, hash);
    return hash;
  };
  return exactly('words folded in order', { output: 'hashes', expected }, part);
}

// FNV's prime, which no order of the same words forgives.
const prime = 0x01000193;

function hashFrom(x: NumberArray, start: number, trips: number): number {
  let hash = 0;
  for (let step = 0; step < trips * table.run; step++)
    hash = (Math.imul(hash, prime) + (x[(start + step) % table.words] ?? 0)) | 0;
  return hash >>> 0;
}

/** The blocks that each workgroup reads of the set, as often as it comes round. */
export function sweepOracle(params: SweepCase, inputs: Arrays, part?: Part): Oracle {
  const x = arrayOf(inputs, 'x');
  const { groups, trips } = sweepLaunch(params);
  const share = 4 * workgroup;
  // Blocks begin at the same few places; the whole set is added up once.
  const known = new Map<number, number>();
  const total = sumOfWords(x, 0, x.length);
  const sumOfBlock = (block: number) => {
    const start = (block * share) % x.length;
    const sum = known.get(start) ?? sumRound(x, { start, share, total });
    known.set(start, sum);
    return sum;
  };
  const expected = (group: number) => {
    let sum = 0;
    for (let trip = 0; trip < trips; trip++) sum = (sum + sumOfBlock(trip * groups + group)) >>> 0;
    return sum;
  };
  return exactly('wrapping sums of what comes round', { output: 'sums', expected }, part);
}

interface Round {
  readonly start: number;
  /** Words in all, the set's own as often as it comes round. */
  readonly share: number;
  readonly total: number;
}

function sumRound(x: NumberArray, { start, share, total }: Round): number {
  const end = start + (share % x.length);
  const rest = sumOfWords(x, start, Math.min(end, x.length));
  const again = sumOfWords(x, 0, Math.max(0, end - x.length));
  return (Math.imul(Math.floor(share / x.length), total) + rest + again) >>> 0;
}

/** Where a chase ends, the sum of all places that it comes by, and the sums of all nodes by blocks. */
export function chaseOracle(params: ChaseCase, inputs: Arrays, part?: Part): Oracle {
  const next = arrayOf(inputs, 'next');
  let [place, sum] = [0, 0];
  for (let hop = 0; hop < hopsOf(params); hop++) {
    place = next[place] ?? 0;
    sum = (sum + place) | 0;
  }
  const trail = [place, sum >>> 0];
  // Between the nodes stand zeros.
  const length = (workgroup * nodeBytes) / 4;
  const warmed = (block: number) =>
    sumOfWords(next, block * length, Math.min(next.length, (block + 1) * length));
  return allOf('the end and the sum of a chase', [
    exactly('trail', { output: 'trail', expected: (at) => trail[at] ?? 0 }, part),
    exactly('sums of nodes', { output: 'warmed', expected: warmed }, part),
  ]);
}

/** The tags of all blocks, each where only its own block is: the first and the last word of it. */
export function blocksOracle(inputs: Arrays, part?: Part): Oracle {
  const sizes = arrayOf(inputs, 'sizes');
  const expected = (index: number) => tagOf(sizes[index >> 1] ?? 0, index >> 1);
  return exactly('tags of blocks', { output: 'tags', expected }, part);
}
