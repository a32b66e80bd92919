// A counter that is loaded, added to and stored: each of both is atomic, the three together are not. Whoever loads before another has
// stored takes the same place, and one of both words is lost. The first barrier lets all load before one stores, so that the race is lost
// on every device; a thread that is alone has nobody to race with.
const N = 1000u;
const THREADS = 256u;
const STEPS = 4u; // words of a thread
const WORKGROUP = 256u;

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<storage, read_write> count: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) thread: u32) {
  for (var step = 0u; step < STEPS; step++) {
    let index = step * THREADS + thread;
    let place = atomicLoad(&count[0]);
    storageBarrier();
    if (thread < THREADS && index < N) {
      atomicStore(&count[0], place + 1u);
      y[place] = x[index];
    }
    storageBarrier();
  }
}
