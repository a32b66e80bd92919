// Completes the rows that begin in one tile and end in another: a thread for each tile that ends such a row adds up what the tiles before it have
// left of it. Where these are many, for a row of many thousand entries, all threads of the workgroup do, one row after another.
const ROWS = 16u;
const TILE = 1792u;
const TILES = 1u;
const WORKGROUP = 256u;
const GRID_X = 1u;
// Tiles that a thread adds up alone.
const ALONE = 4u;

@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read> firsts: array<u32>;
@group(0) @binding(2) var<storage, read> carries: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

// First tile, last tile and row.
var<workgroup> long_rows: array<vec3u, WORKGROUP>;
var<workgroup> claimed: atomic<u32>;
var<workgroup> long_count: u32;
var<workgroup> sums: array<f32, WORKGROUP>;

fn carried(begin: u32, end: u32, step: u32) -> f32 {
  var sum = 0.0;
  for (var tile = begin; tile < end; tile += step) {
    sum += carries[tile];
  }
  return sum;
}

fn take_own(tile: u32) {
  let row = firsts[tile];
  var next = ROWS;
  if (tile + 1u < TILES) {
    next = firsts[tile + 1u];
  }
  // The row ends here where the next tile begins in a later one; it began in the tile that has its first item.
  if (next <= row) {
    return;
  }
  let begin = (offsets[row] + row) / TILE;
  if (begin + ALONE < tile) {
    long_rows[atomicAdd(&claimed, 1u)] = vec3u(begin, tile, row);
  } else if (begin < tile) {
    y[row] += carried(begin, tile, 1u);
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (tile < TILES) {
    take_own(tile);
  }
  workgroupBarrier();
  if (thread == 0u) {
    long_count = atomicLoad(&claimed);
  }
  let count = workgroupUniformLoad(&long_count);
  for (var index = 0u; index < count; index++) {
    let long = long_rows[index];
    sums[thread] = carried(long.x + thread, long.y, WORKGROUP);
    for (var distance = WORKGROUP / 2u; distance > 0u; distance /= 2u) {
      workgroupBarrier();
      if (thread < distance) {
        sums[thread] += sums[thread + distance];
      }
    }
    // The first thread alone writes its sum anew.
    if (thread == 0u) {
      y[long.z] += sums[0];
    }
    workgroupBarrier();
  }
}
