// Sends each key to its place by a digit of four bits, one after the other as its thread has them.
const N = 1024u;
const ITEMS = 16u;
const TILE = ITEMS * WORKGROUP;
const TILES = (N + TILE - 1u) / TILE;
const PAIRS = false;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> keys_out: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<u32>;
@group(0) @binding(3) var<storage, read_write> values_out: array<u32>;
@group(0) @binding(4) var<storage, read> counts: array<u32>;
@group(0) @binding(5) var<storage, read> pass_entry: array<vec2u>;

#import radix/digit.wgsl
#import radix/columns.wgsl

// From places in the tile to places of all: a digit each.
var<workgroup> offsets: array<u32, RADIX>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = group.y * GRID_X + group.x;
  let first = tile * TILE + thread * ITEMS;
  let shift = pass_entry[0].x;
  for (var index = first; index < min(first + ITEMS, N); index++) {
    counters[digit_of(keys[index], shift) * WORKGROUP + thread]++;
  }
  scan_counters(thread);
  if (thread < RADIX && tile < TILES) {
    offsets[thread] = counts[thread * TILES + tile] - counters[thread * WORKGROUP];
  }
  // The offsets are there, and the first counters are not counted up before they are read.
  workgroupBarrier();
  for (var index = first; index < min(first + ITEMS, N); index++) {
    let key = keys[index];
    let digit = digit_of(key, shift);
    let counter = digit * WORKGROUP + thread;
    let to = offsets[digit] + counters[counter];
    counters[counter]++;
    keys_out[to] = key;
    if (PAIRS) {
      values_out[to] = values[index];
    }
  }
}
