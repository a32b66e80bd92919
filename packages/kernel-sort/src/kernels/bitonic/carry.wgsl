// Brings each key's word to where the key has come.
const N = 1024u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> places: array<u32>;
@group(0) @binding(1) var<storage, read> values: array<u32>;
@group(0) @binding(2) var<storage, read_write> carried: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * 256u + thread;
  if (index < N) {
    carried[index] = values[places[index]];
  }
}
