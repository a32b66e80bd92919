// An atomic for each word that is kept: in whatever order threads come.
const N = 1000u;
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<storage, read_write> count: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index < N) {
    let word = x[index];
    if (word != 0u) {
      y[atomicAdd(&count[0], 1u)] = word;
    }
  }
}
