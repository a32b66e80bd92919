// Completes the rows that begin in one tile and end in another: a lane for each tile that ends such a row adds up what the tiles before it have
// left of it. Where these are many, for a row of many thousand entries, all lanes of the subgroup do: no barrier, and four loads in flight a lane.
enable subgroups;
// The loop ends by what subgroup operations return.
diagnostic(off, subgroup_uniformity);

const TILE = 1792u;
const TILES = 1u;
const WORKGROUP = 64u;
const GRID_X = 1u;
// Tiles that a lane adds up alone.
const ALONE = 3u;

@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read> firsts: array<u32>;
@group(0) @binding(2) var<storage, read> carries: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

// A share of what tiles have left: that of one lane of so many.
fn carried(begin: u32, end: u32, lane: u32, lanes: u32) -> f32 {
  var sums = vec4f();
  for (var tile = begin + lane; tile < end; tile += 4u * lanes) {
    let tiles = vec4u(tile) + vec4u(0u, 1u, 2u, 3u) * lanes;
    let at = min(tiles, vec4u(TILES - 1u));
    let left = vec4f(carries[at.x], carries[at.y], carries[at.z], carries[at.w]);
    sums += select(vec4f(), left, tiles < vec4u(end));
  }
  return (sums.x + sums.y) + (sums.z + sums.w);
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  // Tiles by their lanes, which a shuffle knows.
  let tile = (group.y * GRID_X + group.x) * WORKGROUP + subgroup * size + lane;
  var begin = tile;
  var row = 0u;
  if (tile < TILES) {
    row = firsts[tile];
    // The row ends here where the next tile begins in a later one; it began in the tile that has its first item.
    if (row < firsts[tile + 1u]) {
      begin = (offsets[row] + row) / TILE;
    }
  }
  let is_far = tile - begin > ALONE;
  if (tile > begin && !is_far) {
    y[row] += carried(begin, tile, 0u, 1u);
  }
  var done = 0u;
  loop {
    let other = subgroupMin(select(size, lane, is_far && lane >= done));
    if (other == size) {
      break;
    }
    let sum = subgroupAdd(carried(subgroupShuffle(begin, other), subgroupShuffle(tile, other), lane, size));
    if (lane == other) {
      y[row] += sum;
    }
    done = other + 1u;
  }
}
