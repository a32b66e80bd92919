// Writes items in strided order, column after column of items STRIDE apart: word i of y is word i mod 4 of a key, xor i.
alias Item = vec2<u32>; // or u32, or vec4<u32>
const WIDTH = 2u; // words of an item
const LANES = vec2u(0u, 1u); // places of the words of an item within it
const KEYS = 2u; // items of the key
const ITEMS = 1000u;
const STRIDE = 3u;
const SKIP = 1u; // from a column to the next, so that they share no sectors that a cache still holds
const COLUMN = 334u; // items of a column: ITEMS / STRIDE, rounded up
const EACH = 32u;
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> key: array<Item>;
@group(0) @binding(1) var<storage, read_write> y: array<Item>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = group.y * GRID_X + group.x;
  for (var step = 0u; step < EACH; step++) {
    let turn = (tile * EACH + step) * WORKGROUP + thread;
    let index = turn % COLUMN * STRIDE + turn / COLUMN * SKIP % STRIDE;
    if (turn < COLUMN * STRIDE && index < ITEMS) {
      y[index] = key[index % KEYS] ^ (LANES + WIDTH * index);
    }
  }
}
