// Without any key every query gets zeros.
const COUNT = 80u;
const GRID_X = 1u; // workgroups along x; a second row takes over past 65 535
const SIZE = 256u;
alias Element = f32;

@group(0) @binding(0) var<storage, read_write> outputs: array<Element>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let at = (group.y * GRID_X + group.x) * SIZE + thread;
  if (at < COUNT) {
    outputs[at] = Element(0.0);
  }
}
