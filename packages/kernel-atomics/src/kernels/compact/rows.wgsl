// Tiles of one to four rows of quads, which a subgroup has side by side: a tile stays in registers, is added up by subgroups and is staged
// in workgroup memory when its place is known. The kernel enables subgroups.
const N = 1000u;
const WORKGROUP = 256u;
const GRID_X = 4u;
// Rows of quads of a subgroup, 1 to 4.
const QUADS = 4u;
const MOST_SUBGROUPS = 64u;
const TILE_QUADS = WORKGROUP * QUADS;
const TILE = 4u * TILE_QUADS; // words
const TILES = (N + TILE - 1u) / TILE;
// Half of a word: what a row of a subgroup keeps is at most 512.
const HALF = 16u;
const LOW = (1u << HALF) - 1u;

@group(0) @binding(0) var<storage, read> x: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<storage, read_write> count: array<u32>;

// What is kept of a tile side by side, so that it is written in whole lines.
var<workgroup> staged: array<u32, TILE>;
var<workgroup> subgroup_sums: array<u32, MOST_SUBGROUPS>;

struct Thread {
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

// What a tile keeps, added up by a whole workgroup that does not have it; to be followed by a barrier before the next one.
fn count_other(tile: u32, thread: Thread) -> u32 {
  let quads = load_tile(tile, thread);
  let sum = subgroupAdd((kept_of(quads.a) + kept_of(quads.b)) + (kept_of(quads.c) + kept_of(quads.d)));
  if (thread.lane == 0u) {
    subgroup_sums[thread.subgroup] = sum;
  }
  workgroupBarrier();
  return sum_before(WORKGROUP / thread.size, thread);
}

// Writes what is staged, from a place of all on.
fn write_staged(first: u32, kept: u32, thread: Thread) {
  for (var at = thread.index; at < kept; at += WORKGROUP) {
    y[first + at] = staged[at];
  }
}
