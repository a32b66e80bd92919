// K = 0: every element of C is an empty sum.
alias Element = f32;
const COUNT = 561u;
const SIZE = 64u;
const GRID_WIDTH = 9u; // workgroups along x; a second row takes over past 65 535

@group(0) @binding(0) var<storage, read_write> c: array<Element>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let element = (group.y * GRID_WIDTH + group.x) * SIZE + thread;
  if (element < COUNT) {
    c[element] = Element();
  }
}
