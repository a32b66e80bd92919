// Counts the digits of all passes in one reading of the keys: the counts do not change when keys change places.
const N = 1024u;
const WORKGROUP = 256u;
// Quads of keys that a workgroup takes.
const BLOCK = 2048u;
const GRID_X = 1u;
const FIRST_COUNT = 32u;

@group(0) @binding(0) var<storage, read> keys: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> state: array<atomic<u32>>;

#import radix/digit.wgsl

var<workgroup> counted: array<atomic<u32>, 4u * RADIX>;

fn count_key(key: u32) {
  for (var digit = 0u; digit < 4u; digit++) {
    atomicAdd(&counted[digit * RADIX + digit_of(key, 8u * digit)], 1u);
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let first = (group.y * GRID_X + group.x) * BLOCK;
  for (var at = first + thread; at < min(first + BLOCK, N / 4u); at += WORKGROUP) {
    let quad = keys[at];
    count_key(quad.x);
    count_key(quad.y);
    count_key(quad.z);
    count_key(quad.w);
  }
  // What is behind the last whole quad.
  if (first == 0u && thread < N % 4u) {
    count_key(keys[N / 4u][thread]);
  }
  workgroupBarrier();
  for (var at = thread; at < 4u * RADIX; at += WORKGROUP) {
    let count = atomicLoad(&counted[at]);
    if (count > 0u) {
      atomicAdd(&state[FIRST_COUNT + at], count);
    }
  }
}
