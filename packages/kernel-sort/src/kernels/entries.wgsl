// Writes what differs from pass to pass, an entry of 256 bytes each, so that passes which differ in nothing else share one text.
const ENTRIES = array<vec2u, 1>(vec2u(0u));
const COUNT = 1u;

@group(0) @binding(0) var<storage, read_write> entries: array<vec2u>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < COUNT) {
    entries[32u * id.x] = ENTRIES[id.x];
  }
}
