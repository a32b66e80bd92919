// Adds to every element of a tile what all tiles before it sum up to.
const N = 1024u;
alias Value = f32;
const TILE = 256u;
const WORKGROUP = 256u;
const GRID_X = 4u;

@group(0) @binding(0) var<storage, read> offsets: array<Value>;
@group(0) @binding(1) var<storage, read_write> result: array<Value>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index < N) {
    result[index] += offsets[index / TILE];
  }
}
