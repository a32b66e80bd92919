// Word i of y is word i mod 4 of a key, xor i: nothing to read, and no two launches or places alike. EACH items a thread.
alias Item = vec4<u32>; // or u32
const WIDTH = 4u; // words of an item
const LANES = vec4u(0u, 1u, 2u, 3u); // places of the words of an item within it, or 0u
const KEYS = 1u; // items of the key
const ITEMS = 1000u;
const EACH = 16u;
const WHOLE = false; // no tile has an end within it
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> key: array<Item>;
@group(0) @binding(1) var<storage, read_write> y: array<Item>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let first = (group.y * GRID_X + group.x) * EACH * WORKGROUP + thread;
  // What a thread writes lies multiples of four words apart, so that all of it has the same part of the key.
  let own = key[thread % KEYS];
  for (var step = 0u; step < EACH; step++) {
    let index = first + step * WORKGROUP;
    if (WHOLE || index < ITEMS) {
      y[index] = own ^ (LANES + WIDTH * index);
    }
  }
}
