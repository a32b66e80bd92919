// Puts the keys where they are sorted, and for pairs each one's place beside it.
const N = 1024u;
const PAIRS = false;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> sorted: array<u32>;
@group(0) @binding(2) var<storage, read_write> places: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * 256u + thread;
  if (index < N) {
    sorted[index] = keys[index];
    if (PAIRS) {
      places[index] = index;
    }
  }
}
