// One workgroup for each result: every thread walks a share of the elements, then a tree in workgroup memory.
const OUTPUTS = 16u;
const REDUCED = 64u;
const INNER = 1u;
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Input = f32;
alias Value = f32;
const WORKGROUP = 256u;
const LEVELS = 8u;
const STEPS = 1u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> values: array<Input>;
@group(0) @binding(1) var<storage, read_write> result: array<Value>;

var<workgroup> tile: array<Value, WORKGROUP>;

fn combine(a: Value, b: Value) -> Value {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let output = group.y * GRID_X + group.x;
  if (output >= OUTPUTS) {
    return;
  }
  let first = output / INNER * REDUCED * INNER + output % INNER;
  var sum = Value(IDENTITY);
  for (var step = 0u; step < STEPS; step++) {
    let r = step * WORKGROUP + thread;
    if (r < REDUCED) {
      sum = combine(sum, Value(values[first + r * INNER]));
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
    result[output] = tile[0];
  }
}
