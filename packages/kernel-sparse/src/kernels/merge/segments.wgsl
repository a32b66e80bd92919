// A segmented sum in workgroup memory (Blelloch, Heroux and Zagha 1993): a lane walks four products at a time, lanes of a subgroup are joined by a ballot
// and a scan, and subgroups by a walk back. The kernel declares ROUNDS, WORKGROUP, QUADS, TILE, SUBGROUP_MIN and SUBGROUP_MAX.
const BALLOT_WORDS = (SUBGROUP_MAX + 31u) / 32u;
const SCAN_STEPS = firstLeadingBit(SUBGROUP_MAX);
const END_WORDS = (TILE + 31u) / 32u;

#import merge/opens.wgsl

// Products, then sums of rows at the places of their last entries.
var<workgroup> staged: array<vec4f, QUADS>;
// A bit an entry: whether a row ends with it.
var<workgroup> ends: array<atomic<u32>, END_WORDS>;

struct Thread {
  index: u32,
  subgroup: u32,
  lane: u32,
  size: u32,
}

fn staged_at(place: u32) -> f32 {
  return staged[place / 4u][place % 4u];
}

fn stage(place: u32, number: f32) {
  staged[place / 4u][place % 4u] = number;
}

fn mark_end(place: u32) {
  atomicOr(&ends[place / 32u], 1u << (place % 32u));
}

// One more than the last lane before this one in which a row ends; 0 for none.
fn ended_before(ballot: vec4u, lane: u32) -> u32 {
  var last = 0u;
  for (var word = 0u; word < BALLOT_WORDS; word++) {
    let first = 32u * word;
    let earlier = extractBits(ballot[word], 0u, min(max(lane, first) - first, 32u));
    last = select(last, first + 32u - countLeadingZeros(earlier), earlier != 0u);
  }
  return last;
}

// Four entries of a lane: what it has of its first row that ends, and what it leaves open behind its last.
struct Walk {
  head: f32,
  open: f32,
}

fn walk(quad: u32, ending: u32) -> Walk {
  let products = staged[quad];
  var own = Walk(0.0, 0.0);
  var is_first = true;
  for (var part = 0u; part < 4u; part++) {
    own.open += products[part];
    if (((ending >> part) & 1u) != 0u) {
      if (is_first) {
        own.head = own.open;
        is_first = false;
      } else {
        staged[quad][part] = own.open;
      }
      own.open = 0.0;
    }
  }
  return own;
}

// Puts the sum of each row that ends in the tile at the place of its last entry, and gives what is left open behind the last. What is staged and
// marked is there behind a barrier before; sums are there behind the one at the end.
fn add_up(thread: Thread) -> f32 {
  let size = thread.size;
  let lane = thread.lane;
  let first = thread.subgroup * size * ROUNDS + lane;
  // Of the subgroup: what is open, whether a row has ended, and the first that has, which subgroups before may have begun.
  var open = 0.0;
  var has_ended = false;
  var late = 0.0;
  var late_place = TILE;
  for (var round = 0u; round < ROUNDS; round++) {
    let quad = min(first + round * size, QUADS - 1u);
    let ending = (atomicLoad(&ends[quad / 8u]) >> (4u * (quad % 8u))) & 15u;
    var own = walk(quad, ending);
    let is_ended = ending != 0u;
    let carried = select(0.0, open, lane == 0u);
    own.head += carried;
    own.open += select(carried, 0.0, is_ended);
    let ballot = subgroupBallot(is_ended);
    let ended = ended_before(ballot, lane);
    let begin = select(max(ended, 1u) - 1u, lane, is_ended);
    for (var step = 0u; step < SCAN_STEPS; step++) {
      let earlier = subgroupShuffleUp(own.open, 1u << step);
      own.open += select(0.0, earlier, lane >= begin + (1u << step));
    }
    let before = subgroupShuffleUp(own.open, 1u);
    own.head += select(before, 0.0, lane == 0u);
    if (is_ended) {
      let part = firstTrailingBit(ending);
      if (has_ended || ended > 0u) {
        staged[quad][part] = own.head;
      } else {
        late = own.head;
        late_place = 4u * quad + part;
      }
    }
    open = subgroupShuffle(own.open, size - 1u);
    has_ended = has_ended || any(ballot != vec4u());
  }
  if (lane == 0u) {
    subgroup_sums[thread.subgroup] = open;
    subgroup_ended[thread.subgroup] = u32(has_ended);
  }
  workgroupBarrier();
  if (late_place < TILE) {
    stage(late_place, open_of_subgroups(thread.subgroup) + late);
  }
  workgroupBarrier();
  return open_of_subgroups(WORKGROUP / size);
}
