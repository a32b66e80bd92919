// Ranks by who in a subgroup has the same digit. A mask of lanes is one word, or four where a subgroup may have more than 32 lanes.
import { each, indent } from '@kernel-ladder/kernel-kit';

/**
 * How a subgroup counts. Who has the same digit is told by eight ballots; its first lane then counts for all of them, by an atomic
 * addition that it hands round (`add`), or by a store of one more than all lanes have loaded (`load`). Or lanes leave their bits in a word
 * for each digit, which tells who has it too (`match`).
 */
export type Ranks = 'add' | 'load' | 'match';

/** Words of counters that a subgroup has for each digit. */
export function wordsPerDigit(ranks: Ranks): number {
  return ranks === 'match' ? 2 : 1;
}

/** Text of a mask's type and of what is asked of it. */
export function maskText(isWide: boolean): string {
  return isWide ? fourWords : oneWord;
}

const oneWord = `alias Mask = u32;

fn ballot(flag: bool) -> Mask {
  return subgroupBallot(flag).x;
}

fn lanes_below(lane: u32) -> Mask {
  return (1u << lane) - 1u;
}

fn size_of(mask: Mask) -> u32 {
  return countOneBits(mask);
}

fn first_of(mask: Mask) -> u32 {
  return firstTrailingBit(mask);
}`;

const fourWords = `alias Mask = vec4u;

fn ballot(flag: bool) -> Mask {
  return subgroupBallot(flag);
}

fn lanes_below(lane: u32) -> Mask {
  let first = vec4u(0u, 32u, 64u, 96u);
  let partly = (vec4u(1u) << ((vec4u(lane) - first) & vec4u(31u))) - vec4u(1u);
  return select(select(vec4u(), partly, vec4u(lane) >= first), vec4u(0xffffffffu), vec4u(lane) >= first + 32u);
}

fn size_of(mask: Mask) -> u32 {
  let counts = countOneBits(mask);
  return (counts.x + counts.y) + (counts.z + counts.w);
}

fn first_of(mask: Mask) -> u32 {
  let lanes = select(vec4u(128u), firstTrailingBit(mask) + vec4u(0u, 32u, 64u, 96u), mask != vec4u());
  return min(min(lanes.x, lanes.y), min(lanes.z, lanes.w));
}`;

/** Text of `rank`: how many keys of its digit a subgroup has had before this one, in the order of items, then of lanes. */
export function rankText(ranks: Ranks): string {
  return `${ranks === 'match' ? '' : `${withBitsText}\n\n`}${rankTexts[ranks]}`;
}

// Straight on: a loop around ballots stays a loop where compilers fear for lanes that might leave it.
const withBitsText = `// The lanes of a mask whose digit has the same four bits from a first one on.
fn with_bits(lanes: Mask, bits: u32) -> Mask {
  var mask = lanes;
${indent(
  each(
    4,
    (bit) => `let is_set${bit} = (bits & ${2 ** bit}u) != 0u;
mask &= ballot(is_set${bit}) ^ Mask(select(0xffffffffu, 0u, is_set${bit}));`,
  ),
  2,
)}
  return mask;
}`;

const add = `// The first lane of each digit counts for all of them, in its subgroup's own counters.
fn rank(digit: u32, counters: u32, lane: u32, lanes: Mask) -> u32 {
  let mask = with_bits(with_bits(lanes, digit), digit >> 4u);
  let before = size_of(mask & lanes_below(lane));
  var earlier = 0u;
  if (before == 0u) {
    earlier = atomicAdd(&words[counters + digit], size_of(mask));
  }
  return subgroupShuffle(earlier, first_of(mask)) + before;
}`;

const load = `// Every lane loads the counter of its digit in its subgroup's own ones, and the first lane of each digit stores it for all of them. Four
// ballots stand before the load and four behind it: nobody stores before all have loaded, or loads the next one before all have stored.
fn rank(digit: u32, counters: u32, lane: u32, lanes: Mask) -> u32 {
  let half = with_bits(lanes, digit);
  let earlier = atomicLoad(&words[counters + digit]);
  let mask = with_bits(half, digit >> 4u);
  let before = size_of(mask & lanes_below(lane));
  if (before == 0u) {
    atomicStore(&words[counters + digit], earlier + size_of(mask));
  }
  return earlier + before;
}`;

const match = `// A word for each digit in which lanes leave their bits, behind the counters of all subgroups. The first lane of each digit counts for all
// of them and clears the word. Ballots, whose answer is known, stand where lanes have to wait for each other.
fn rank(digit: u32, counters: u32, lane: u32, lanes: Mask) -> u32 {
  atomicOr(&words[MATCHES + counters + digit], 1u << lane);
  let all = ballot(true);
  let mask = atomicLoad(&words[MATCHES + counters + digit]) & all;
  let earlier = atomicLoad(&words[counters + digit]);
  let before = size_of(mask & lanes_below(lane));
  if (size_of(ballot(before == 0u)) > 0u && before == 0u) {
    atomicStore(&words[MATCHES + counters + digit], 0u);
    atomicStore(&words[counters + digit], earlier + size_of(mask));
  }
  return subgroupShuffle(earlier, lane) + before;
}`;

const rankTexts: { readonly [ranks in Ranks]: string } = { add, load, match };
