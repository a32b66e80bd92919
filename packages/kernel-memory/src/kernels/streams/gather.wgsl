// y[i] = x[order[i]], EACH words a thread: places are read and results written side by side, and what lies between comes from anywhere.
const ITEMS = 1000u;
const EACH = 16u;
const WHOLE = false; // no tile has an end within it
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let first = (group.y * GRID_X + group.x) * EACH * WORKGROUP + thread;
  for (var step = 0u; step < EACH; step++) {
    let index = first + step * WORKGROUP;
    if (WHOLE || index < ITEMS) {
      y[index] = x[order[index]];
    }
  }
}
