// A stable compaction with one read by workgroups that stay, each of which takes every GROUPS-th tile. It knows what all tiles up to its last
// one keep, so that it needs no more than the counts of the tiles in between, which their workgroups publish as soon as they know them.
// Nobody waits for what another one has found by waiting. A tile's loads are in flight while the tile before it is finished.
// WGSL promises no workgroup that another one makes progress: after a few looks a workgroup counts a silent tile itself.
enable subgroups;

const N = 1000u;
const WORKGROUP = 256u;
const GRID_X = 4u;
// Rows of quads that a subgroup has side by side, 1 to 4.
const QUADS = 4u;
// Workgroups that share the tiles.
const GROUPS = 4u;
const MOST_SUBGROUPS = 64u;
// Whether a tile is finished after the next one is published, not before: everyone else has had the time of a load to publish.
const IS_LATE = true;
// Looks at a tile that is silent before it is counted here.
const LOOKS = 64u;

const TILE_QUADS = WORKGROUP * QUADS;
const TILE = 4u * TILE_QUADS; // words
const TILES = (N + TILE - 1u) / TILE;
// Half of a word: what a row of a subgroup keeps is at most 512.
const HALF = 16u;
const LOW = (1u << HALF) - 1u;
// The bit of a state that says that it has been published; those below are what the tile keeps. One word: there is nothing to order.
const KNOWN = 0x80000000u;

@group(0) @binding(0) var<storage, read> x: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<storage, read_write> count: array<u32>;
// A word a tile; all zero when the dispatch begins.
@group(0) @binding(3) var<storage, read_write> state: array<atomic<u32>>;

// What is kept of a tile side by side, so that it is written in whole lines.
var<workgroup> staged: array<u32, TILE>;
var<workgroup> subgroup_sums: array<u32, MOST_SUBGROUPS>;
var<workgroup> window_sums: array<u32, MOST_SUBGROUPS>;
// One more than the number of a tile that stayed silent, in the lower 24 bits; none for 0. The upper ones say which to begin with: each
// workgroup with another, so that those who wait share the work.
var<workgroup> silent: atomic<u32>;
const NUMBER = 0xffffffu;

struct Thread {
  group: u32,
  index: u32,
  subgroup: u32,
  lane: u32,
  size: u32,
}

// The quads of a thread, a subgroup apart; nothing in those that QUADS leaves out.
struct Quads {
  a: vec4u,
  b: vec4u,
  c: vec4u,
  d: vec4u,
}

// Behind the end stand zeros, which nobody keeps.
fn load_row(first: u32, row: u32, size: u32) -> vec4u {
  if (row >= QUADS) {
    return vec4u();
  }
  let index = first + row * size;
  if (N % TILE == 0u) {
    return x[index];
  }
  if (4u * index >= N) {
    return vec4u();
  }
  return select(vec4u(), x[index], vec4u(4u * index) + vec4u(0u, 1u, 2u, 3u) < vec4u(N));
}

fn load_tile(tile: u32, thread: Thread) -> Quads {
  let first = tile * TILE_QUADS + thread.subgroup * thread.size * QUADS + thread.lane;
  return Quads(
    load_row(first, 0u, thread.size),
    load_row(first, 1u, thread.size),
    load_row(first, 2u, thread.size),
    load_row(first, 3u, thread.size),
  );
}

fn kept_of(quad: vec4u) -> u32 {
  let kept = select(vec4u(), vec4u(1u), quad != vec4u());
  return (kept.x + kept.y) + (kept.z + kept.w);
}

// Puts the words of a quad that are kept at a place and behind it.
fn stage_quad(first: u32, quad: vec4u) {
  var place = first;
  for (var part = 0u; part < 4u; part++) {
    if (quad[part] != 0u) {
      staged[place] = quad[part];
      place++;
    }
  }
}

// The sum of what the subgroups before one left in `subgroup_sums`.
fn sum_before(end: u32, thread: Thread) -> u32 {
  var sum = 0u;
  for (var other = thread.lane; other < end; other += thread.size) {
    sum += subgroup_sums[other];
  }
  return subgroupAdd(sum);
}

// The sum of what the subgroups left in `window_sums`.
fn sum_of_subgroups(thread: Thread) -> u32 {
  var sum = 0u;
  for (var other = thread.lane; other < WORKGROUP / thread.size; other += thread.size) {
    sum += window_sums[other];
  }
  return subgroupAdd(sum);
}

// A tile in registers: its quads, what stands before a thread's rows in those of its subgroup, what these keep, what the subgroups
// before keep, and what all of them do. Two rows in a word, so that one sum adds up both.
struct Counted {
  quads: Quads,
  before: vec2u,
  rows: vec2u,
  first: u32,
  kept: u32,
}

fn count_tile(quads: Quads, thread: Thread) -> Counted {
  let own = vec2u(
    kept_of(quads.a) | (kept_of(quads.b) << HALF),
    kept_of(quads.c) | (kept_of(quads.d) << HALF),
  );
  let through = subgroupInclusiveAdd(own);
  let rows = subgroupShuffle(through, thread.size - 1u);
  if (thread.lane == 0u) {
    let both = rows.x + rows.y;
    subgroup_sums[thread.subgroup] = (both & LOW) + (both >> HALF);
  }
  workgroupBarrier();
  let first = sum_before(thread.subgroup, thread);
  return Counted(quads, through - own, rows, first, sum_before(WORKGROUP / thread.size, thread));
}

// Stages a tile in order. What is staged is there behind the next barrier.
fn stage_tile(tile: Counted) {
  let rows = tile.rows;
  let before = tile.before;
  let two = (rows.x & LOW) + (rows.x >> HALF);
  stage_quad(tile.first + (before.x & LOW), tile.quads.a);
  if (QUADS > 1u) {
    stage_quad(tile.first + (rows.x & LOW) + (before.x >> HALF), tile.quads.b);
  }
  if (QUADS > 2u) {
    stage_quad(tile.first + two + (before.y & LOW), tile.quads.c);
  }
  if (QUADS > 3u) {
    stage_quad(tile.first + two + (rows.y & LOW) + (before.y >> HALF), tile.quads.d);
  }
}

// What a tile keeps, by whoever waits for it. Two authors publish the same.
fn count_for(tile: u32, thread: Thread) -> u32 {
  let quads = load_tile(tile, thread);
  let sum = subgroupAdd((kept_of(quads.a) + kept_of(quads.b)) + (kept_of(quads.c) + kept_of(quads.d)));
  if (thread.lane == 0u) {
    window_sums[thread.subgroup] = sum;
  }
  if (thread.index == 0u) {
    atomicStore(&silent, 0u);
  }
  workgroupBarrier();
  let kept = sum_of_subgroups(thread);
  if (thread.index == 0u) {
    atomicStore(&state[tile], KNOWN | kept);
  }
  return kept;
}

// What a thread's tile keeps: `distance` tiles behind `known`, nothing from `tile` on.
fn look(known: u32, tile: u32, distance: u32, thread: Thread) -> u32 {
  var word = KNOWN;
  let wanted = known + distance;
  if (wanted < tile) {
    for (var looks = 0u; looks < LOOKS; looks++) {
      word = atomicLoad(&state[wanted]);
      if (word != 0u) {
        break;
      }
    }
  }
  loop {
    if (word == 0u) {
      // Another workgroup may have counted it meanwhile.
      word = atomicLoad(&state[wanted]);
    }
    if (word == 0u) {
      atomicMax(&silent, (((wanted + 37u * thread.group) % 256u) << 24u) | (wanted + 1u));
    }
    let missing = workgroupUniformLoad(&silent) & NUMBER;
    if (missing == 0u) {
      break;
    }
    let kept = count_for(missing - 1u, thread);
    if (word == 0u && wanted == missing - 1u) {
      word = KNOWN | kept;
    }
  }
  return word & ~KNOWN;
}

// What the tiles from `known` to the one before `tile` keep.
fn sum_of_window(known: u32, tile: u32, thread: Thread) -> u32 {
  var sum = 0u;
  // One look at least, even at no tile: its barrier stands between two windows.
  var first = known;
  loop {
    sum += look(first, tile, thread.index, thread);
    first += WORKGROUP;
    if (first >= tile) {
      break;
    }
  }
  sum = subgroupAdd(sum);
  if (thread.lane == 0u) {
    window_sums[thread.subgroup] = sum;
  }
  workgroupBarrier();
  return sum_of_subgroups(thread);
}

// Writes a tile, of which the tiles from `known` on are not among the `earlier` words, and gives how many words there are up to its end.
fn finish(tile: u32, counted: Counted, known: u32, earlier: u32, thread: Thread) -> u32 {
  let first = earlier + sum_of_window(known, tile, thread);
  stage_tile(counted);
  workgroupBarrier();
  for (var at = thread.index; at < counted.kept; at += WORKGROUP) {
    y[first + at] = staged[at];
  }
  let end = first + counted.kept;
  if (tile == TILES - 1u && thread.index == 0u) {
    count[0] = end;
  }
  return end;
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) place: vec3u,
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let group = place.y * GRID_X + place.x;
  // The grid may have workgroups behind the last one.
  if (group >= GROUPS) {
    return;
  }
  let thread = Thread(group, index, subgroup, lane, size);
  var tile = group;
  var quads = load_tile(tile, thread);
  var held_tile = TILES;
  var held = Counted();
  // What all tiles before `known` keep.
  var earlier = 0u;
  var known = 0u;
  loop {
    let own_tile = tile;
    var own = Counted();
    if (own_tile < TILES) {
      own = count_tile(quads, thread);
      if (index == 0u) {
        atomicStore(&state[own_tile], KNOWN | own.kept);
      }
      tile += GROUPS;
      if (tile < TILES) {
        quads = load_tile(tile, thread);
      }
    }
    if (!IS_LATE) {
      held_tile = own_tile;
      held = own;
    }
    if (held_tile < TILES) {
      earlier = finish(held_tile, held, known, earlier, thread);
      known = held_tile + 1u;
    } else {
      // Everyone has read the sums of the first tile.
      workgroupBarrier();
    }
    if (own_tile >= TILES) {
      break;
    }
    held_tile = own_tile;
    held = own;
  }
}
