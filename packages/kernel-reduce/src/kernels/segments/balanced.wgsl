// Even shares whatever the lengths: elements and segment ends are merged into one list (Merrill and Garland 2016,
// merge-based sparse matrix-vector product), in which the end of segment s stands at offsets[s + 1] + s, so that empty
// segments cost an item as well. Each subgroup takes a tile of the list, finds its first and last segment by search, and
// reads its elements in blocks: one that ends nothing is added to what the lanes hold, in any other a segmented scan adds
// up between the ends. What is left of a segment that goes on is carried to the next dispatch.
enable subgroups;
// Branches depend on what subgroup operations return: the same in all lanes, which the analysis cannot see.
diagnostic(off, subgroup_uniformity);

const N = 1024u;
const SEGMENTS = 16u;
alias Input = f32;
// List items of a tile.
const TILE = 256u;
const TILES = 1u;
// Steps that a search with the fewest lanes needs.
const SEARCH_STEPS = 3u;
// Lanes that scan, at most: they have four elements each, whose bits fill four words.
const MOST_LANES = 32u;

#import segments/in-turns.wgsl

@group(0) @binding(0) var<storage, read> values: array<Input>;
@group(0) @binding(1) var<storage, read> offsets: array<u32>;
@group(0) @binding(2) var<storage, read_write> result: array<Value>;
// For each tile: the segment that it begins in, and what is left of the one that it ends in.
@group(0) @binding(3) var<storage, read_write> firsts: array<u32>;
@group(0) @binding(4) var<storage, read_write> carries: array<Value>;

// The segment that the next block begins in, and where segment + lane ends if that is in this tile.
var<private> segment: u32;
var<private> end: u32;
// What the lanes have of that segment, together.
var<private> held: Value;

fn fold_quad(quad: vec4<Value>) -> Value {
  return combine(combine(quad.x, quad.y), combine(quad.z, quad.w));
}

fn is_before(position: u32, ended: u32, high: u32) -> u32 {
  if (ended >= high) {
    return 0u;
  }
  return select(0u, 1u, offsets[ended + 1u] + ended < position);
}

// How many segments end before two places of the list; each lane asks at other segments.
fn ends_before(positions: vec2u, lane: u32, size: u32) -> vec2u {
  var low = vec2u(0u);
  var high = vec2u(SEGMENTS);
  for (var step = 0u; step < SEARCH_STEPS; step++) {
    let stride = ((high - low) >> vec2u(firstTrailingBit(size))) + 1u;
    let ended = low + (lane + 1u) * stride - 1u;
    let count = subgroupAdd(
      vec2u(is_before(positions.x, ended.x, high.x), is_before(positions.y, ended.y, high.y)),
    );
    low += count * stride;
    high = min(high, low + stride - 1u);
  }
  return low;
}

fn load_end(ended: u32, last_segment: u32) -> u32 {
  if (ended >= last_segment) {
    return 0xffffffffu;
  }
  return offsets[ended + 1u];
}

fn load(index: u32, stop: u32) -> Value {
  if (index >= stop) {
    return Value(IDENTITY);
  }
  return Value(values[index]);
}

// Elements `stride` apart.
fn load_quad(index: u32, stride: u32, stop: u32) -> vec4<Value> {
  return vec4<Value>(
    load(index, stop),
    load(index + stride, stop),
    load(index + 2u * stride, stop),
    load(index + 3u * stride, stop),
  );
}

// Stores the segments that end in a block, one a lane; a lane has four of the elements, side by side.
fn close(block: u32, quad: vec4<Value>, is_closing: bool, lane: u32) {
  // At which of the elements segments begin; one that begins behind the block has no bit.
  let place = end - block;
  let bit = select(0u, 1u << (place % 32u), is_closing);
  let starts = subgroupOr(select(vec4u(0u), vec4u(bit), vec4u(place / 32u) == vec4u(0u, 1u, 2u, 3u)));
  let own = min(lane, MOST_LANES - 1u);
  let own_starts = (starts[own / 8u] >> (4u * (own % 8u))) & 15u;
  // What the lanes hold is of the segment that goes on: where one ends before the first element, they hold nothing.
  let total = fold_subgroup(held);
  var sums = quad;
  if (lane == 0u) {
    sums.x = combine(total, sums.x);
  }
  sums.y = select(sums.y, combine(sums.x, sums.y), (own_starts & 2u) == 0u);
  sums.z = select(sums.z, combine(sums.y, sums.z), (own_starts & 4u) == 0u);
  sums.w = select(sums.w, combine(sums.z, sums.w), (own_starts & 8u) == 0u);
  // Back to the last lane that a segment begins in.
  let lanes_with_starts = subgroupBallot(own_starts != 0u).x & (0xffffffffu >> (31u - own));
  let first_lane = select(firstLeadingBit(lanes_with_starts), 0u, lanes_with_starts == 0u);
  var sum = sums.w;
  for (var distance = 1u; distance < MOST_LANES; distance *= 2u) {
    let before = subgroupShuffleUp(sum, distance);
    if (lane >= first_lane + distance) {
      sum = combine(before, sum);
    }
  }
  // Elements in front of the first beginning of a lane lack what the lanes before have.
  let before = subgroupShuffleUp(sum, 1u);
  let is_open = (vec4u(own_starts) & vec4u(1u, 3u, 7u, 15u)) == vec4u(0u);
  sums = select(sums, combine4(vec4<Value>(before), sums), is_open & vec4<bool>(lane > 0u));
  let last_element = select(0u, place - 1u, is_closing && place > 0u);
  let found = subgroupShuffle(sums, last_element / 4u);
  let end_before = subgroupShuffleUp(end, 1u);
  if (is_closing) {
    let is_empty = end == select(end_before, block, lane == 0u);
    result[segment + lane] = select(found[last_element % 4u], Value(IDENTITY), is_empty);
  }
}

fn take_block(block: u32, last_segment: u32, stop: u32, lane: u32, size: u32) {
  let next_block = block + 4u * min(size, MOST_LANES);
  let first = block + 4u * lane;
  var quad = load_quad(first, 1u, min(next_block, stop));
  loop {
    let is_closing = end <= next_block;
    let closing = countOneBits(subgroupBallot(is_closing));
    let count = closing.x + closing.y + closing.z + closing.w;
    if (count == 0u) {
      break;
    }
    close(block, quad, is_closing, lane);
    let last_end = subgroupShuffle(end, count - 1u);
    held = Value(IDENTITY);
    quad = select(quad, vec4<Value>(held), vec4u(first) + vec4u(0u, 1u, 2u, 3u) < vec4u(last_end));
    segment += count;
    end = load_end(segment + lane, last_segment);
    // Of more ends than lanes, empty segments among them, the rest comes next.
    if (count < size) {
      break;
    }
  }
  held = combine(held, fold_quad(quad));
}

fn take_tile(tile: u32, lane: u32, size: u32) {
  let begin = tile * TILE;
  let found = ends_before(vec2u(begin, min(begin + TILE, N + SEGMENTS)), lane, size);
  let last_segment = found.y;
  let stop = min(begin + TILE, N + SEGMENTS) - last_segment;
  segment = found.x;
  end = load_end(segment + lane, last_segment);
  held = Value(IDENTITY);
  // Once even without an element: ends may stand alone.
  var block = begin - segment;
  loop {
    let next_end = subgroupBroadcastFirst(end);
    if (next_end > block + 8u * size) {
      let a = load_quad(block + lane, size, stop);
      let b = load_quad(block + 4u * size + lane, size, stop);
      held = combine(held, fold_quad(combine4(a, b)));
      block += 8u * size;
    } else if (next_end > block + 4u * size) {
      held = combine(held, fold_quad(load_quad(block + lane, size, stop)));
      block += 4u * size;
    } else {
      take_block(block, last_segment, stop, lane, size);
      block += 4u * min(size, MOST_LANES);
    }
    if (block >= stop) {
      break;
    }
  }
  let left = fold_subgroup(held);
  if (lane == 0u) {
    firsts[tile] = found.x;
    carries[tile] = left;
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let first = (group.y * GRID_X + group.x) * ITEMS_PER_GROUP;
  for (var turn = 0u; turn < TURNS; turn++) {
    let local = turn * (WORKGROUP / size) + subgroup;
    if (local < ITEMS_PER_GROUP && first + local < TILES) {
      take_tile(first + local, lane, size);
    }
  }
}
