// Both atomic kernels but for the update: a workgroup walks many tiles, folds them in workgroup memory, and adds its value to the
// result. The kernel declares `result` and add_to_result.
const N = 1024u;
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Input = i32;
alias Value = i32;
const WORKGROUP = 256u;
const LEVELS = 8u;
const STEPS = 4u;

@group(0) @binding(0) var<storage, read> values: array<Input>;

var<workgroup> tile: array<Value, WORKGROUP>;

fn combine(a: Value, b: Value) -> Value {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  var sum = Value(IDENTITY);
  for (var step = 0u; step < STEPS; step++) {
    let index = (group.x * STEPS + step) * WORKGROUP + thread;
    if (index < N) {
      sum = combine(sum, Value(values[index]));
    }
  }
  tile[thread] = sum;
  for (var level = 0u; level < LEVELS; level++) {
    // All of one level is written before any of the next is read.
    workgroupBarrier();
    let stride = (WORKGROUP / 2u) >> level;
    if (thread < stride) {
      tile[thread] = combine(tile[thread], tile[thread + stride]);
    }
  }
  if (thread == 0u) {
    add_to_result(tile[0]);
  }
}
