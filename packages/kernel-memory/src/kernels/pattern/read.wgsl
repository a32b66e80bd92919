// The wrapping sum of each block of EACH · WORKGROUP turns. Turns take the items of x in strided order, column after column of items STRIDE
// apart. The kernel declares Item, and fold, which gives the sum of its words.
const ITEMS = 1000u;
const STRIDE = 3u;
const SKIP = 1u; // from a column to the next, so that they share no sectors that a cache still holds
const COLUMN = 334u; // items of a column: ITEMS / STRIDE, rounded up
const EACH = 16u;
const BLOCKS = 1u;
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<Item>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

var<workgroup> total: atomic<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = group.y * GRID_X + group.x;
  var sum = Item();
  for (var step = 0u; step < EACH; step++) {
    let turn = (block * EACH + step) * WORKGROUP + thread;
    let index = turn % COLUMN * STRIDE + turn / COLUMN * SKIP % STRIDE;
    if (turn < COLUMN * STRIDE && index < ITEMS) {
      sum += x[index];
    }
  }
  atomicAdd(&total, fold(sum));
  workgroupBarrier();
  if (thread == 0u && block < BLOCKS) {
    sums[block] = atomicLoad(&total);
  }
}
