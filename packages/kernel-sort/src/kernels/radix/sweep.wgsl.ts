// A pass over a digit of eight bits that reads every key once and writes it once. Keys stay in named registers: subgroups rank them by
// ballots, workgroup memory puts them in order, and they go out side by side. Unrolled, because a loop over an array would spill it.
import { each, indent } from '@kernel-ladder/kernel-kit';
import { columnsText } from './columns-of-subgroups.wgsl.ts';
import { offsetsText } from './offsets.wgsl.ts';
import type { Grid, Offsets } from './offsets.wgsl.ts';
import { maskText, rankText, wordsPerDigit } from './ranks.wgsl.ts';
import type { Ranks } from './ranks.wgsl.ts';

/** What a sweep is written for. */
export interface Sweep extends Grid {
  readonly n: number;
  /** The order of keys, as `order.wgsl` numbers them. */
  readonly order: number;
  readonly isPairs: boolean;
  readonly workgroup: number;
  /** Keys that a thread takes. */
  readonly items: number;
  readonly ranks: Ranks;
  /** Parts of a tile that go through workgroup memory one after the other. */
  readonly parts: number;
  /** The fewest and the most lanes of a subgroup. */
  readonly lanes: readonly [least: number, most: number];
  readonly offsets: Offsets;
}

/** Writes the kernel. */
export function sweepKernel(sweep: Sweep): string {
  const { declarations } = offsetsText(sweep.offsets, sweep);
  return `enable subgroups;

${head(sweep)}

// What each subgroup's digits sum up to.
var<workgroup> sums: array<u32, MOST_SUBGROUPS>;

${orderText(sweep.order)}

${maskText(sweep.lanes[1] > 32)}

${rankText(sweep.ranks)}

${declarations}

${main(sweep)}
`;
}

/** Words of workgroup memory that take the counters of subgroups, and the parts of a tile later. */
export function wordsOf({
  workgroup,
  items,
  ranks,
  parts,
  lanes: [least],
}: Pick<Sweep, 'workgroup' | 'items' | 'ranks' | 'parts' | 'lanes'>): number {
  return Math.max((workgroup * items) / parts, (workgroup / least) * 256 * wordsPerDigit(ranks));
}

function head(sweep: Sweep): string {
  const { n, isPairs, workgroup, items, lanes, parts } = sweep;
  const rows = workgroup / lanes[0];
  const tile = workgroup * items;
  const words = wordsOf(sweep);
  return `const N = ${n}u;
const RADIX = 256u;
const WORKGROUP = ${workgroup}u;
const TILE = ${tile}u;
const TILES = ${Math.ceil(n / tile)}u;
const PART = ${tile / parts}u;
const PAIRS = ${isPairs};
const MOST_SUBGROUPS = ${rows}u;
const MATCHES = ${rows * 256}u;

@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> keys_out: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<u32>;
@group(0) @binding(3) var<storage, read_write> values_out: array<u32>;

// First the counters of each subgroup, zero when it begins; then, a part after the other, the words of the tile in the order of their digits.
var<workgroup> words: array<atomic<u32>, ${words}>;
// Of each digit: where it ends in the tile, and what is added to a place in the tile.
var<workgroup> ends: array<u32, RADIX>;
var<workgroup> offsets: array<u32, RADIX>;
`;
}

function orderText(order: number): string {
  const flipped = [
    'word',
    'word ^ 0x80000000u',
    'word ^ select(0x80000000u, 0xffffffffu, word >= 0x80000000u)',
  ][order];
  return `fn digit_of(word: u32, shift: u32) -> u32 {
  return ((${flipped}) >> shift) & (RADIX - 1u);
}

// What is behind the last key comes last: it has the greatest digit, and the sort is stable.
fn digit_at(index: u32, key: u32, shift: u32) -> u32 {
  return select(digit_of(key, shift), RADIX - 1u, N % TILE > 0u && index >= N);
}

fn within(index: u32) -> u32 {
  return select(index, min(index, N - 1u), N % TILE > 0u);
}`;
}

function main(sweep: Sweep): string {
  const { begin, tell, learn } = offsetsText(sweep.offsets, sweep);
  const rows = rowsOf(sweep);
  return `@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,${rows === null ? '\n  @builtin(subgroup_size) size: u32,' : ''}
) {${rows === null ? '' : `\n  let size = ${sweep.lanes[0]}u;`}
  ${begin}
${rankKeys(sweep)}
${columnsText(rows, tell)}
${placeKeys(sweep)}
  ${learn}
  // All offsets are there, and no count made again is looked at any more.
  workgroupBarrier();
${sendWords(sweep)}
}`;
}

// Where all subgroups are alike, it is known how many there are.
function rowsOf({ workgroup, lanes: [least, most] }: Sweep): number | null {
  return least === most ? workgroup / least : null;
}

function rankKeys({ items }: Sweep): string {
  return `  // A subgroup takes keys side by side, item after item: their ranks are in the order of their places.
  let first = tile * TILE + subgroup * size * ${items}u + lane;
  let counters = subgroup * RADIX;
${lines(items, (i) => `let key${i} = keys[within(first + ${i}u * size)];`)}
  let lanes = ballot(true);
${lines(items, (i) => `let digit${i} = digit_at(first + ${i}u * size, key${i}, shift);`)}
${lines(items, (i) => `let rank${i} = rank(digit${i}, counters, lane, lanes);`)}
  workgroupBarrier();`;
}

function placeKeys({ items }: Sweep): string {
  return `${lines(items, (i) => `let place${i} = ${placeOf(i)};`)}
  // The counters have been read when words take their place.
  workgroupBarrier();`;
}

// Words of a part are stored by whoever has them, and go out side by side.
function sendPart({ items, parts }: Sweep, part: number): string {
  const count = items / parts;
  const from = (item: number) => item + part * count;
  return `${part > 0 ? '  // The part before has been read.\n  workgroupBarrier();\n' : ''}${lines(items, (i) => storeOf(part, { parts, item: i, word: `key${i}` }))}
  workgroupBarrier();
${lines(count, (i) => `let sorted${from(i)} = ${wordOf(i)};`)}
${lines(count, (i) => `let to${from(i)} = ${targetOf(from(i))};`)}
${lines(count, (i) => inside(from(i), `keys_out[to${from(i)}] = sorted${from(i)};`))}
  if (PAIRS) {
    // The keys have been read when values take their place.
    workgroupBarrier();
${lines(items, (i) => `  ${storeOf(part, { parts, item: i, word: `values[within(first + ${i}u * size)]` })}`)}
    workgroupBarrier();
${lines(count, (i) => `  ${inside(from(i), `values_out[to${from(i)}] = ${wordOf(i)};`)}`)}
  }`;
}

function sendWords(sweep: Sweep): string {
  return `  let count = min(TILE, N - tile * TILE);
${each(sweep.parts, (part) => sendPart(sweep, part))}`;
}

interface Stored {
  readonly parts: number;
  readonly item: number;
  readonly word: string;
}

function storeOf(part: number, { parts, item, word }: Stored): string {
  if (parts === 1) return `atomicStore(&words[place${item}], ${word});`;
  const place = `place${item}${part === 0 ? '' : ` - ${part}u * PART`}`;
  return `if (${place} < PART) { atomicStore(&words[${place}], ${word}); }`;
}

function placeOf(item: number): string {
  return `atomicLoad(&words[counters + digit${item}]) + rank${item}`;
}

function wordOf(item: number): string {
  return `atomicLoad(&words[${item}u * WORKGROUP + thread])`;
}

function targetOf(item: number): string {
  return `offsets[digit_of(sorted${item}, shift)] + ${item}u * WORKGROUP + thread`;
}

function lines(items: number, line: (item: number) => string): string {
  return indent(each(items, line), 2);
}

function inside(item: number, statement: string): string {
  return `if (N % TILE == 0u || ${item}u * WORKGROUP + thread < count) { ${statement} }`;
}
