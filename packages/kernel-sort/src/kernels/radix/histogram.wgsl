// Counts the digits of each tile. Counts of one digit lie side by side, tile after tile: their prefix sums are where each tile's keys go.
const N = 1024u;
const WORKGROUP = 128u;
const TILE = 2048u;
const TILES = (N + TILE - 1u) / TILE;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> counts: array<u32>;
@group(0) @binding(2) var<storage, read> pass_entry: array<vec2u>;

#import radix/digit.wgsl

var<workgroup> counted: array<atomic<u32>, RADIX>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = group.y * GRID_X + group.x;
  let shift = pass_entry[0].x;
  for (var at = thread; at < TILE; at += WORKGROUP) {
    let index = tile * TILE + at;
    if (index < N) {
      atomicAdd(&counted[digit_of(keys[index], shift)], 1u);
    }
  }
  workgroupBarrier();
  if (tile < TILES) {
    for (var digit = thread; digit < RADIX; digit += WORKGROUP) {
      counts[digit * TILES + tile] = atomicLoad(&counted[digit]);
    }
  }
}
