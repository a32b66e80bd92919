// y = a·x + b, one element a thread.
const N = 257u;
const A = 1.5;
const B = -0.25;
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index < N) {
    y[index] = A * x[index] + B;
  }
}
