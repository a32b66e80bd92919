// Clears the ticket and the states of all tiles, 16 bytes a thread.
const QUADS = 8u;

@group(0) @binding(0) var<storage, read_write> state: array<vec4u>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < QUADS) {
    state[id.x] = vec4u();
  }
}
