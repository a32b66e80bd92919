// Completes the segments that begin in one tile of `balanced` and end in another: one subgroup for each tile that ends
// such a segment adds up what the tiles before it have carried, in their order.
enable subgroups;

const SEGMENTS = 16u;
const TILE = 2048u;
const TILES = 1u;

#import segments/in-turns.wgsl

@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read> firsts: array<u32>;
@group(0) @binding(2) var<storage, read> carries: array<Value>;
@group(0) @binding(3) var<storage, read_write> result: array<Value>;

fn load_carry(tile: u32, end: u32) -> Value {
  if (tile >= end) {
    return Value(IDENTITY);
  }
  return carries[tile];
}

// The carries of tiles [begin, end), four in flight a lane; the number of trips is the same in all lanes.
fn walk(begin: u32, end: u32, lane: u32, size: u32) -> Value {
  var sum = Value(IDENTITY);
  for (var first = begin; first < end; first += 4u * size) {
    let a = load_carry(first + lane, end);
    let b = load_carry(first + lane + size, end);
    let c = load_carry(first + lane + 2u * size, end);
    let d = load_carry(first + lane + 3u * size, end);
    sum = combine(sum, combine(combine(a, b), combine(c, d)));
  }
  return sum;
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
    let tile = first + local;
    var segment = SEGMENTS;
    var begin = tile;
    if (local < ITEMS_PER_GROUP && tile < TILES) {
      let own = firsts[tile];
      var next = SEGMENTS;
      if (tile + 1u < TILES) {
        next = firsts[tile + 1u];
      }
      // The segment ends here where the next tile begins in a later one.
      if (next > own) {
        segment = own;
        begin = (offsets[own] + own) / TILE;
      }
    }
    let total = fold_subgroup(walk(begin, tile, lane, size));
    if (begin < tile && lane == 0u) {
      result[segment] = combine(total, result[segment]);
    }
  }
}
