// Appends the words of x, one atomic each: what the counter was is the word's place.
const N = 1000u;
const THREADS = 1000u;
const STEPS = 1u; // words of a thread
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<storage, read_write> count: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let own = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  for (var step = 0u; step < STEPS; step++) {
    let index = step * THREADS + own;
    if (own < THREADS && index < N) {
      y[atomicAdd(&count[0], 1u)] = x[index];
    }
  }
}
