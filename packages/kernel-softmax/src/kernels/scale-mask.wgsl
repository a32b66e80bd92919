// The first half of the unfused form: logits are scaled and masked through global memory, for a softmax to read again.
const ROWS = 33u;
const ITEMS = 257u;
alias Item = f32;
alias KeepItem = u32;
const SCALE = 0.125;
const LOWEST = -0x1p+127f;
const WORKGROUP = 256u;
const TOTAL_ITEMS = ROWS * ITEMS;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<Item>;
@group(0) @binding(1) var<storage, read_write> masked: array<Item>;
// One word a column, 0 where it is masked out.
@group(0) @binding(2) var<storage, read> keep: array<KeepItem>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index < TOTAL_ITEMS) {
    masked[index] = select(Item(LOWEST), SCALE * x[index], keep[index % ITEMS] != KeepItem(0u));
  }
}
