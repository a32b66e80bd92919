// Ranks by ballots: which lanes of a subgroup hold the same digit. A mask of lanes is one word, or four where a subgroup may have more than
// 32 lanes.

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
export const rankText = `// The lanes whose digit has the same bits.
fn lanes_with(digit: u32) -> Mask {
  var mask = ballot(true);
  for (var bit = 0u; bit < 8u; bit++) {
    let is_set = ((digit >> bit) & 1u) == 1u;
    let holders = ballot(is_set);
    mask &= select(~holders, holders, is_set);
  }
  return mask;
}

// The first lane of each digit counts for all of them, in its subgroup's own counters.
fn rank(digit: u32, counters: u32, lane: u32) -> u32 {
  let mask = lanes_with(digit);
  let before = size_of(mask & lanes_below(lane));
  var earlier = 0u;
  if (before == 0u) {
    earlier = atomicAdd(&words[counters + digit], size_of(mask));
  }
  return subgroupShuffle(earlier, first_of(mask)) + before;
}`;
