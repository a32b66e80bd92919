// Row 0 of each pass: how many keys have a lesser digit, a workgroup a pass, a thread a digit.
const RADIX = 256u;
const TILES = 1u;
const FIRST_COUNT = 32u;
const FIRST_ROW = 1056u;
const PREFIX = 0x80000000u;

@group(0) @binding(0) var<storage, read_write> state: array<atomic<u32>>;

#import radix/before-thread.wgsl

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let count = atomicLoad(&state[FIRST_COUNT + group.x * RADIX + thread]);
  let before = before_thread(thread, count);
  atomicStore(&state[FIRST_ROW + group.x * (TILES + 1u) * RADIX + thread], PREFIX | before);
}
