// Gives every element of a buffer one value: what a launch accumulates into or counts with, and outputs that are empty sums.
alias Element = u32; // u32, f32, f16, or a vector of them, which is then filled 16 bytes a thread
const COUNT = 1u;
const VALUE = 0u;
const GRID_X = 1u; // workgroups along x

@group(0) @binding(0) var<storage, read_write> elements: array<Element>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let at = (group.y * GRID_X + group.x) * 256u + thread;
  if (at < COUNT) {
    elements[at] = Element(VALUE);
  }
}
