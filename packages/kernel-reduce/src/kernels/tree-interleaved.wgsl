// Each workgroup folds one tile in workgroup memory, neighbours first: active threads lie ever further apart, so whole subgroups stay half idle.
// The tile results are a shorter vector; the same kernel runs on it until one value is left.
const N = 1024u;
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Input = f32;
alias Value = f32;
const WORKGROUP = 256u;
const LEVELS = 8u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> values: array<Input>;
@group(0) @binding(1) var<storage, read_write> partials: array<Value>;

var<workgroup> tile: array<Value, WORKGROUP>;

fn combine(a: Value, b: Value) -> Value {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile_index = group.y * GRID_X + group.x;
  let index = tile_index * WORKGROUP + thread;
  var value = Value(IDENTITY);
  if (index < N) {
    value = Value(values[index]);
  }
  tile[thread] = value;
  for (var level = 0u; level < LEVELS; level++) {
    // All of one level is written before any of the next is read.
    workgroupBarrier();
    let stride = 1u << level;
    if (thread % (2u * stride) == 0u) {
      tile[thread] = combine(tile[thread], tile[thread + stride]);
    }
  }
  if (thread == 0u && tile_index * WORKGROUP < max(N, 1u)) {
    partials[tile_index] = tile[0];
  }
}
