// Where tiles begin, before any is taken: a subgroup for each searches with all of its lanes, so that of 2^20 rows four loads follow each other
// where a thread alone takes twenty. How many rows end before tile t stands at firsts[t], and all of them behind the last.
enable subgroups;

const ROWS = 16u;
const NNZ = 64u;
const TILE = 1792u;
const TILES = 1u;
const STEPS = 3u; // that a search with the fewest lanes needs
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
const SUBGROUP_MAX = 128u;
const GRID_X = 1u;
// As many tiles a workgroup as it has subgroups where these are smallest; larger ones take turns.
const TILES_PER_GROUP = WORKGROUP / SUBGROUP_MIN;
const TURNS = SUBGROUP_MAX / SUBGROUP_MIN;

@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read_write> firsts: array<u32>;

fn is_before(item: u32, row: u32, high: u32) -> u32 {
  if (row >= high) {
    return 0u;
  }
  return u32(offsets[row + 1u] + row < item);
}

// How many rows end before an item of the list; each lane asks at other rows.
fn ends_before(item: u32, lane: u32, size: u32) -> u32 {
  var low = item - min(item, NNZ);
  var high = min(item, ROWS);
  for (var step = 0u; step < STEPS; step++) {
    let stride = (high - low) / size + 1u;
    let row = low + (lane + 1u) * stride - 1u;
    low += subgroupAdd(is_before(item, row, high)) * stride;
    high = min(high, low + stride - 1u);
  }
  return low;
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let first = (group.y * GRID_X + group.x) * TILES_PER_GROUP;
  for (var turn = 0u; turn < TURNS; turn++) {
    let local = turn * (WORKGROUP / size) + subgroup;
    let tile = min(first + local, TILES);
    let found = ends_before(min(tile * TILE, ROWS + NNZ), lane, size);
    if (local < TILES_PER_GROUP && first + local <= TILES && lane == 0u) {
      firsts[tile] = found;
    }
  }
}
