// A segmented sum over even shares of the entries (Blelloch, Heroux and Zagha 1993). Whose row ends with an entry stands at its place in workgroup
// memory, so that a lane walks its vec4s with one look and one addition an entry, and writes a row's sum as it comes to its end. Entries of a tile
// need no search: their loads are the first thing that a lane does.
enable subgroups;
// Branches depend on what ballots return.
diagnostic(off, subgroup_uniformity);

const LAST_QUAD = 15u; // the last vec4 that holds an entry
const ROUNDS = 2u; // vec4s of a lane, each beside those of its neighbours
const WORKGROUP = 256u;
const QUADS = ROUNDS * WORKGROUP; // of a tile
const TILES = 1u;
const GRID_X = 1u;
const SUBGROUP_MIN = 4u;
const SUBGROUP_MAX = 128u;
const BALLOT_WORDS = (SUBGROUP_MAX + 31u) / 32u;
const SCAN_STEPS = firstLeadingBit(SUBGROUP_MAX);

@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read> cols: array<vec4u>;
@group(0) @binding(2) var<storage, read> vals: array<vec4f>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;
// For each tile what it leaves of the row that it ends in.
@group(0) @binding(5) var<storage, read_write> carries: array<f32>;
// How many rows end before each tile, and all of them behind the last.
@group(0) @binding(6) var<storage, read> firsts: array<u32>;

#import merge/opens.wgsl

// The row that ends with an entry, counted from 1; 0 where none does. Place k of all vec4s, then place k + 1: lanes side by side read words side by side.
var<workgroup> ending: array<u32, 4u * QUADS>;

// What is behind the last entry comes after the end of the last row, and into no sum that is written.
fn load_products(first: u32, size: u32) -> array<vec4f, ROUNDS> {
  var columns: array<vec4u, ROUNDS>;
  var products: array<vec4f, ROUNDS>;
  for (var round = 0u; round < ROUNDS; round++) {
    let quad = min(first + round * size, LAST_QUAD);
    columns[round] = cols[quad];
    products[round] = vals[quad];
  }
  for (var round = 0u; round < ROUNDS; round++) {
    let c = columns[round];
    products[round] *= vec4f(x[c.x], x[c.y], x[c.z], x[c.w]);
  }
  return products;
}

// An empty row ends with no entry: its sum is written at once.
fn mark_ends(tile: u32, thread: u32) {
  let end = firsts[tile + 1u];
  for (var row = firsts[tile] + thread; row < end; row += WORKGROUP) {
    let behind = offsets[row + 1u];
    if (behind == offsets[row]) {
      y[row] = 0.0;
    } else {
      let place = behind - 1u - tile * 4u * QUADS;
      ending[place % 4u * QUADS + place / 4u] = row + 1u;
    }
  }
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

// Four entries of a lane: its first row that ends, what it has of this, and what it leaves open behind its last.
struct Walk {
  row: u32,
  head: f32,
  open: f32,
}

fn walk(products: vec4f, quad: u32) -> Walk {
  var own = Walk(0u, 0.0, 0.0);
  for (var part = 0u; part < 4u; part++) {
    own.open += products[part];
    let row = ending[part * QUADS + quad];
    if (row != 0u) {
      if (own.row == 0u) {
        own.row = row;
        own.head = own.open;
      } else {
        y[row - 1u] = own.open;
      }
      own.open = 0.0;
    }
  }
  return own;
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let tile = group.y * GRID_X + group.x;
  if (tile >= TILES) {
    return;
  }
  // Threads by their lanes, which a shuffle knows.
  let first = subgroup * size * ROUNDS + lane;
  let products = load_products(tile * QUADS + first, size);
  mark_ends(tile, subgroup * size + lane);
  workgroupBarrier();
  // Of the subgroup: what is open, whether a row has ended, and the first that has, which subgroups before may have begun.
  var open = 0.0;
  var has_ended = false;
  var late = Walk(0u, 0.0, 0.0);
  for (var round = 0u; round < ROUNDS; round++) {
    var own = walk(products[round], min(first + round * size, QUADS - 1u));
    let is_ended = own.row != 0u;
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
      if (has_ended || ended > 0u) {
        y[own.row - 1u] = own.head;
      } else {
        late = own;
      }
    }
    open = subgroupShuffle(own.open, size - 1u);
    has_ended = has_ended || any(ballot != vec4u());
  }
  if (lane == 0u) {
    subgroup_sums[subgroup] = open;
    subgroup_ended[subgroup] = u32(has_ended);
  }
  workgroupBarrier();
  if (late.row != 0u) {
    y[late.row - 1u] = open_of_subgroups(subgroup) + late.head;
  }
  if (subgroup == 0u && lane == 0u) {
    carries[tile] = open_of_subgroups(WORKGROUP / size);
  }
}
