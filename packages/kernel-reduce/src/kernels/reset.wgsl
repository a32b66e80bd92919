// Sets the words that a launch accumulates into or counts with.
const WORDS = 1u;
const VALUE = 0u;

@group(0) @binding(0) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < WORDS) {
    words[id.x] = VALUE;
  }
}
