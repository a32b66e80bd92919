// Even shares whatever the lengths: elements and segment ends are merged into one list (Merrill and Garland 2016,
// merge-based sparse matrix-vector product), in which the end of segment s stands at offsets[s + 1] + s, so that empty
// segments cost an item as well. Each workgroup takes a tile of the list, finds its first and last segment by search,
// and adds up between the ends. What it has left of a segment that goes on is carried to the next dispatch.
enable subgroups;

const N = 1024u;
const SEGMENTS = 16u;
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Input = f32;
alias Value = f32;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
const SUBGROUP_LEVELS = 7u;
const MOST_SUBGROUPS = WORKGROUP / SUBGROUP_MIN;
// List items of one thread: a power of two up to 32.
const ITEMS = 8u;
const TILE = WORKGROUP * ITEMS;
// Steps that a search with the fewest lanes needs.
const SEARCH_STEPS = 3u;
const GRID_X = 1u;
const WORDS = TILE / 32u;
const MASK = 0xffffffffu >> (32u - ITEMS);
// One word of padding behind a thread's items: threads side by side then read from different banks.
const STAGED = TILE + TILE / ITEMS;

@group(0) @binding(0) var<storage, read> values: array<Input>;
@group(0) @binding(1) var<storage, read> offsets: array<u32>;
@group(0) @binding(2) var<storage, read_write> result: array<Value>;
// For each tile: the segment that it begins in, and what is left of the one that it ends in.
@group(0) @binding(3) var<storage, read_write> firsts: array<u32>;
@group(0) @binding(4) var<storage, read_write> carries: array<Value>;

var<workgroup> bounds: array<u32, 2>;
var<workgroup> end_bits: array<atomic<u32>, WORDS>;
var<workgroup> staged: array<Value, STAGED>;
var<workgroup> subgroup_ends: array<u32, MOST_SUBGROUPS>;
var<workgroup> subgroup_values: array<Value, MOST_SUBGROUPS>;
var<workgroup> subgroup_closed: array<u32, MOST_SUBGROUPS>;

fn combine(a: Value, b: Value) -> Value {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

// How many segments end before item `position` of the list; each lane asks at another place.
fn ends_before(position: u32, lane: u32, size: u32) -> u32 {
  var low = 0u;
  var high = SEGMENTS;
  for (var step = 0u; step < SEARCH_STEPS; step++) {
    let stride = (high - low) / (size + 1u) + 1u;
    let segment = low + (lane + 1u) * stride - 1u;
    var is_before = 0u;
    if (segment < high) {
      is_before = select(0u, 1u, offsets[segment + 1u] + segment < position);
    }
    let count = subgroupAdd(is_before);
    low += count * stride;
    high = min(high, low + stride - 1u);
  }
  return low;
}

fn padded(index: u32) -> u32 {
  return (index + index / ITEMS) % STAGED;
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let tile = group.y * GRID_X + group.x;
  let begin = tile * TILE;
  if (begin >= N + SEGMENTS) {
    return;
  }
  let end = min(begin + TILE, N + SEGMENTS);
  if (thread < WORDS) {
    atomicStore(&end_bits[thread], 0u);
  }
  if (subgroup < 2u) {
    let found = ends_before(select(begin, end, subgroup == 1u), lane, size);
    if (lane == 0u) {
      bounds[subgroup % 2u] = found;
    }
  }
  // Both ends of the tile are known, and no bit is set.
  workgroupBarrier();
  let first_segment = bounds[0];
  let ends = bounds[1] - first_segment;
  let first_element = begin - first_segment;
  let elements = end - begin - ends;
  for (var k = 0u; k < ITEMS; k++) {
    let index = k * WORKGROUP + thread;
    if (index < ends) {
      let segment = first_segment + index;
      let place = offsets[segment + 1u] + segment - begin;
      atomicOr(&end_bits[(place / 32u) % WORDS], 1u << (place % 32u));
    }
  }
  for (var k = 0u; k < ITEMS; k++) {
    let index = k * WORKGROUP + thread;
    var value = Value(IDENTITY);
    if (index < elements) {
      value = Value(values[first_element + index]);
    }
    staged[padded(index)] = value;
  }
  // All elements and ends of the tile are in place.
  workgroupBarrier();
  // Numbered by subgroup and lane, because shuffles carry values from one thread to the next.
  let slot = subgroup * size + lane;
  let bits = (atomicLoad(&end_bits[(slot * ITEMS / 32u) % WORDS]) >> (slot * ITEMS % 32u)) & MASK;
  let own_ends = countOneBits(bits);
  let ends_in_lanes = subgroupInclusiveAdd(own_ends);
  if (lane == size - 1u) {
    subgroup_ends[subgroup] = ends_in_lanes;
  }
  // The ends in front of each subgroup are counted next.
  workgroupBarrier();
  var ends_ahead = ends_in_lanes - own_ends;
  for (var other = 0u; other < MOST_SUBGROUPS; other++) {
    if (other < subgroup) {
      ends_ahead += subgroup_ends[other];
    }
  }
  let own_segment = first_segment + ends_ahead;
  var segment = own_segment;
  var element = slot * ITEMS - ends_ahead;
  // What stands before the thread's first end still lacks what earlier threads have of that segment.
  var head = Value(IDENTITY);
  var sum = Value(IDENTITY);
  for (var k = 0u; k < ITEMS; k++) {
    if (((bits >> k) & 1u) == 1u) {
      if (segment == own_segment) {
        head = sum;
      } else {
        result[segment] = sum;
      }
      segment++;
      sum = Value(IDENTITY);
    } else {
      sum = combine(sum, staged[padded(element)]);
      element++;
    }
  }
  // A segmented scan: a lane with an end keeps what is before it out.
  var closed = min(own_ends, 1u);
  for (var level = 0u; level < SUBGROUP_LEVELS; level++) {
    // Every level runs in all lanes; the condition is the same for a whole subgroup.
    if ((1u << level) < size) {
      let before = subgroupShuffleUp(sum, 1u << level);
      let before_closed = subgroupShuffleUp(closed, 1u << level);
      if (lane >= (1u << level)) {
        if (closed == 0u) {
          sum = combine(before, sum);
        }
        closed |= before_closed;
      }
    }
  }
  if (lane == size - 1u) {
    subgroup_values[subgroup] = sum;
    subgroup_closed[subgroup] = closed;
  }
  let before = subgroupShuffleUp(sum, 1u);
  let before_closed = subgroupShuffleUp(closed, 1u);
  // What each subgroup leaves is added up next.
  workgroupBarrier();
  var ahead = Value(IDENTITY);
  for (var other = 0u; other < MOST_SUBGROUPS; other++) {
    if (other < subgroup) {
      ahead = combine(select(ahead, Value(IDENTITY), subgroup_closed[other] == 1u), subgroup_values[other]);
    }
  }
  if (own_ends > 0u) {
    var carried = ahead;
    if (lane > 0u) {
      carried = combine(select(ahead, Value(IDENTITY), before_closed == 1u), before);
    }
    result[own_segment] = combine(carried, head);
  }
  if (slot == WORKGROUP - 1u) {
    firsts[tile] = first_segment;
    carries[tile] = combine(select(ahead, Value(IDENTITY), closed == 1u), sum);
  }
}
