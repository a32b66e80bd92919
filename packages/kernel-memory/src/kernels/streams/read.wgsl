// The wrapping sum of each block of EACH · WORKGROUP items: whatever the order of additions it is one word, and no load can be left out.
alias Item = vec4<u32>; // or u32
const WIDTH = 4u; // words of an item
const ITEMS = 1000u;
const EACH = 16u;
const WHOLE = false; // no block has an end within it
const BLOCKS = 1u;
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<Item>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

var<workgroup> total: atomic<u32>;

fn word_sum(item: Item) -> u32 {
  let quad = vec4<u32>(item);
  // A single word fills all four lanes.
  return select(quad.x + quad.y + quad.z + quad.w, quad.x, WIDTH == 1u);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = group.y * GRID_X + group.x;
  let first = block * EACH * WORKGROUP + thread;
  var sum = Item();
  for (var step = 0u; step < EACH; step++) {
    let index = first + step * WORKGROUP;
    if (WHOLE || index < ITEMS) {
      sum += x[index];
    }
  }
  atomicAdd(&total, word_sum(sum));
  workgroupBarrier();
  if (thread == 0u && block < BLOCKS) {
    sums[block] = atomicLoad(&total);
  }
}
