// A segmented sum over even shares of the entries (Blelloch, Heroux and Zagha 1993). Whose row ends with an entry stands at its place in workgroup
// memory, so that a lane walks its vec4s with one look and one addition an entry, and writes a row's sum as it comes to its end. Entries of a tile
// need no search: their loads are the first thing that a lane does, and the first subgroup looks for the tile's first row meanwhile.
enable subgroups;
// Branches depend on what ballots return.
diagnostic(off, subgroup_uniformity);

const ROWS = 16u;
const STEPS = 3u; // that a search with the fewest lanes needs
const LAST_QUAD = 15u; // the last vec4 that holds an entry
const ROUNDS = 2u; // vec4s of a lane, each beside those of its neighbours
const WORKGROUP = 256u;
const QUADS = ROUNDS * WORKGROUP; // of a tile
const TILE = 4u * QUADS;
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
// For each tile where the row begins that ends in it first, and which row it is; the tile itself where none does, or it begins there.
@group(0) @binding(6) var<storage, read_write> spans: array<vec2u>;

#import merge/opens.wgsl

// The row that ends with an entry, counted from 1; 0 where none does. Place k of all vec4s, then place k + 1: lanes side by side read words side by side.
var<workgroup> ending: array<u32, TILE>;

var<workgroup> first_row: u32;

fn is_done(row: u32, high: u32, entry: u32) -> u32 {
  if (row >= high) {
    return 0u;
  }
  return u32(offsets[row + 1u] <= entry);
}

// How many rows end before an entry; each lane asks at other rows, so that of 2^20 of them five loads follow each other and not twenty.
fn rows_before(entry: u32, lane: u32, size: u32) -> u32 {
  var low = 0u;
  var high = ROWS;
  for (var step = 0u; step < STEPS; step++) {
    let stride = (high - low) / size + 1u;
    let row = low + (lane + 1u) * stride - 1u;
    low += subgroupAdd(is_done(row, high, entry)) * stride;
    high = min(high, low + stride - 1u);
  }
  return low;
}

// Marks the ends of rows from the first on. An empty row ends with no entry: its sum is written at once.
fn mark_ends(tile: u32, first: u32, thread: u32) {
  let begin = tile * TILE;
  var span = vec2u(tile, 0u);
  for (var row = first + thread; row < ROWS; row += WORKGROUP) {
    let behind = offsets[row + 1u];
    if (behind > begin + TILE) {
      break;
    }
    let start = offsets[row];
    if (behind == start) {
      y[row] = 0.0;
    } else {
      let place = behind - 1u - begin;
      ending[place % 4u * QUADS + place / 4u] = row + 1u;
    }
    // The first alone: it is that of the first thread.
    if (start < begin) {
      span = vec2u(start / TILE, row);
    }
  }
  if (thread == 0u) {
    spans[tile] = span;
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

// What a subgroup knows of its rounds so far.
struct Rounds {
  // What is open of the row that the last one ends in.
  open: f32,
  has_ended: bool,
  // The first row that has ended, if it did so in this lane: subgroups before may have begun it.
  late_row: u32,
  late: f32,
}

// A round of the subgroup: lanes take over what those before leave open, and write the first row of each that ends.
fn join(own: Walk, before: Rounds, lane: u32, size: u32) -> Rounds {
  let is_ended = own.row != 0u;
  let carried = select(0.0, before.open, lane == 0u);
  let ballot = subgroupBallot(is_ended);
  let ended = ended_before(ballot, lane);
  let begin = select(max(ended, 1u) - 1u, lane, is_ended);
  var open = own.open + select(carried, 0.0, is_ended);
  for (var step = 0u; step < SCAN_STEPS; step++) {
    let earlier = subgroupShuffleUp(open, 1u << step);
    open += select(0.0, earlier, lane >= begin + (1u << step));
  }
  let left = subgroupShuffleUp(open, 1u);
  let sum = own.head + select(left, carried, lane == 0u);
  var after = before;
  if (is_ended) {
    if (before.has_ended || ended > 0u) {
      y[own.row - 1u] = sum;
    } else {
      after.late_row = own.row;
      after.late = sum;
    }
  }
  after.open = subgroupShuffle(open, size - 1u);
  after.has_ended = before.has_ended || any(ballot != vec4u());
  return after;
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
  let thread = subgroup * size + lane;
  let first = subgroup * size * ROUNDS + lane;
  // What is behind the last entry comes after the end of the last row, and into no sum that is written.
  var columns: array<vec4u, ROUNDS>;
  var products: array<vec4f, ROUNDS>;
  for (var round = 0u; round < ROUNDS; round++) {
    let quad = min(tile * QUADS + first + round * size, LAST_QUAD);
    columns[round] = cols[quad];
    products[round] = vals[quad];
  }
  if (subgroup == 0u) {
    let found = select(0u, rows_before(tile * TILE, lane, size), tile > 0u);
    if (lane == 0u) {
      first_row = found;
    }
  }
  for (var round = 0u; round < ROUNDS; round++) {
    let c = columns[round];
    products[round] *= vec4f(x[c.x], x[c.y], x[c.z], x[c.w]);
  }
  mark_ends(tile, workgroupUniformLoad(&first_row), thread);
  workgroupBarrier();
  var rounds = Rounds(0.0, false, 0u, 0.0);
  for (var round = 0u; round < ROUNDS; round++) {
    rounds = join(walk(products[round], min(first + round * size, QUADS - 1u)), rounds, lane, size);
  }
  if (lane == 0u) {
    subgroup_sums[subgroup] = rounds.open;
    subgroup_ended[subgroup] = u32(rounds.has_ended);
  }
  workgroupBarrier();
  if (rounds.late_row != 0u) {
    y[rounds.late_row - 1u] = open_of_subgroups(subgroup) + rounds.late;
  }
  if (thread == 0u) {
    carries[tile] = open_of_subgroups(WORKGROUP / size);
  }
}
