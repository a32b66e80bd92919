// Even shares of entries and row ends, found by binary search; what threads leave open is added up by a scan in workgroup memory.
#import merge/path.wgsl

// For each tile the row that it begins in.
@group(0) @binding(6) var<storage, read_write> firsts: array<u32>;

var<workgroup> rows_before: array<u32, 2>;
var<workgroup> open_sums: array<f32, WORKGROUP>;
var<workgroup> has_ended: array<u32, WORKGROUP>;

// How many rows end before an item of the list.
fn ends_before(item: u32) -> u32 {
  var low = item - min(item, NNZ);
  var high = min(item, ROWS);
  while (low < high) {
    let middle = (low + high) / 2u;
    if (offsets[middle + 1u] + middle < item) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

fn stage(tile: Tile, thread: u32) {
  for (var index = thread; index < tile.entries; index += WORKGROUP) {
    let at = tile.entry + index;
    staged[tile.ends + index] = bitcast<u32>(vals[at] * x[cols[at]]);
  }
}

// What threads before this one leave open of the row that it begins in, and what the last one does; a segmented scan of as many steps as
// the threads have bits (Hillis and Steele 1986).
fn open_before(sum: f32, is_ended: bool, thread: u32) -> vec2f {
  open_sums[thread] = sum;
  has_ended[thread] = u32(is_ended);
  for (var distance = 1u; distance < WORKGROUP; distance *= 2u) {
    workgroupBarrier();
    var earlier = 0.0;
    var earlier_ended = 0u;
    if (thread >= distance && has_ended[thread] == 0u) {
      earlier = open_sums[thread - distance];
      earlier_ended = has_ended[thread - distance];
    }
    // All have read a step before any writes it.
    workgroupBarrier();
    open_sums[thread] += earlier;
    has_ended[thread] |= earlier_ended;
  }
  workgroupBarrier();
  var before = 0.0;
  if (thread > 0u) {
    before = open_sums[thread - 1u];
  }
  return vec2f(before, open_sums[WORKGROUP - 1u]);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = group.y * GRID_X + group.x;
  if (tile >= TILES) {
    return;
  }
  if (thread < 2u) {
    rows_before[thread] = ends_before(tile_begin(tile + thread));
  }
  workgroupBarrier();
  take_tile(tile, rows_before[0], rows_before[1], thread);
  if (thread == 0u) {
    firsts[tile] = rows_before[0];
  }
}
