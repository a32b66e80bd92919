// Where tiles begin, before any is taken: all rows are looked at once, side by side, and whoever has the row of a tile's first entry says so. How
// many rows end before tile t stands at firsts[t], and all of them behind the last. What tiles leave open is set to what nobody publishes.
enable subgroups;
// Loops end by what subgroup operations return.
diagnostic(off, subgroup_uniformity);

const ROWS = 16u;
const TILE = 2048u;
const TILES = 1u;
const WORKGROUP = 256u;
const GRID_X = 1u;
const GROUPS = 1u;
const EACH = 4u; // rows of a thread

#import merge/silent.wgsl

@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read_write> firsts: array<u32>;
@group(0) @binding(2) var<storage, read_write> carries: array<u32>;

// The first tile that begins no earlier than an entry.
fn tile_from(entry: u32) -> u32 {
  return (entry + TILE - 1u) / TILE;
}

// Says of the tiles that begin in a row which row it is. Rows of several are rare: all lanes take one after the other.
fn say(row: u32, bounds: vec2u, lane: u32, size: u32) {
  let begin = max(1u, tile_from(bounds.x));
  let end = tile_from(bounds.y);
  if (begin < end) {
    firsts[begin] = row;
  }
  var done = 0u;
  loop {
    let other = subgroupMin(select(size, lane, begin + 1u < end && lane >= done));
    if (other == size) {
      break;
    }
    let last = subgroupShuffle(end, other);
    let its_row = subgroupShuffle(row, other);
    for (var tile = subgroupShuffle(begin, other) + 1u + lane; tile < last; tile += size) {
      firsts[tile] = its_row;
    }
    done = other + 1u;
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let own = group.y * GRID_X + group.x;
  if (own >= GROUPS) {
    return;
  }
  let thread = subgroup * size + lane;
  let first = own * EACH * WORKGROUP + thread;
  var bounds: array<vec2u, EACH>;
  for (var part = 0u; part < EACH; part++) {
    let row = first + part * WORKGROUP;
    let known = min(row, ROWS - 1u);
    // In a row that is none no tile begins.
    bounds[part] = select(vec2u(), vec2u(offsets[known], offsets[known + 1u]), row < ROWS);
  }
  for (var part = 0u; part < EACH; part++) {
    say(first + part * WORKGROUP, bounds[part], lane, size);
  }
  for (var tile = own * WORKGROUP + thread; tile < TILES; tile += GROUPS * WORKGROUP) {
    carries[tile] = SILENT;
  }
  if (own == 0u && thread == 0u) {
    firsts[0] = 0u;
    firsts[TILES] = ROWS;
  }
}
