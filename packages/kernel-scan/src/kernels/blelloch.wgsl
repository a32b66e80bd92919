// Each workgroup scans a tile of two elements a thread with linear work: an up-sweep builds a tree of partial sums, a
// down-sweep turns it into what stands before each element. The sums of the tiles are scanned the same way and added back.
const N = 1024u;
const EXCLUSIVE = false;
alias Value = f32;
const WORKGROUP = 256u;
const TILE = 2u * WORKGROUP;
const LEVELS = 9u; // log2 of TILE
const GRID_X = 2u;
// One word of padding after each BANKS words: strides of a power of two then fall on different banks.
const BANKS = 32u;
const PADDED = TILE + TILE / BANKS;

@group(0) @binding(0) var<storage, read> values: array<Value>;
@group(0) @binding(1) var<storage, read_write> result: array<Value>;
@group(0) @binding(2) var<storage, read_write> sums: array<Value>;

var<workgroup> tree: array<Value, PADDED>;

fn padded(index: u32) -> u32 {
  return (index + index / BANKS) % PADDED;
}

fn load(index: u32) -> Value {
  if (index < N) {
    return values[index];
  }
  return Value(0);
}

fn store(index: u32, before: Value, own: Value) {
  if (index < N) {
    result[index] = select(before + own, before, EXCLUSIVE);
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = group.y * GRID_X + group.x;
  let first = tile * TILE + thread;
  let a = load(first);
  let b = load(first + WORKGROUP);
  tree[padded(thread)] = a;
  tree[padded(thread + WORKGROUP)] = b;
  // Up: node 2·stride·(t + 1) − 1 takes in its left sibling.
  for (var level = 0u; level < LEVELS; level++) {
    workgroupBarrier();
    let stride = 1u << level;
    if (thread < (WORKGROUP >> level)) {
      let right = 2u * stride * (thread + 1u) - 1u;
      tree[padded(right)] += tree[padded(right - stride)];
    }
  }
  workgroupBarrier();
  if (thread == 0u) {
    if (tile * TILE < N) {
      sums[tile] = tree[padded(TILE - 1u)];
    }
    tree[padded(TILE - 1u)] = Value(0);
  }
  // Down: the left child takes what stands before its parent, the right one that and its left sibling.
  for (var level = 0u; level < LEVELS; level++) {
    workgroupBarrier();
    let stride = (TILE / 2u) >> level;
    if (thread < (1u << level)) {
      let right = 2u * stride * (thread + 1u) - 1u;
      let left_sum = tree[padded(right - stride)];
      let before = tree[padded(right)];
      tree[padded(right - stride)] = before;
      tree[padded(right)] = before + left_sum;
    }
  }
  workgroupBarrier();
  store(first, tree[padded(thread)], a);
  store(first + WORKGROUP, tree[padded(thread + WORKGROUP)], b);
}
