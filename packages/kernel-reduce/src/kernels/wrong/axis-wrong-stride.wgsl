// WRONG: takes neighbours, as if the reduced axis lay innermost, wherever it lies.
const OUTPUTS = 16u;
const REDUCED = 64u;
const INNER = 1u;
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Input = f32;
alias Value = f32;
const WORKGROUP = 256u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> values: array<Input>;
@group(0) @binding(1) var<storage, read_write> result: array<Value>;

fn combine(a: Value, b: Value) -> Value {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let output = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (output >= OUTPUTS) {
    return;
  }
  let first = output / INNER * REDUCED * INNER + output % INNER;
  var sum = Value(IDENTITY);
  for (var r = 0u; r < REDUCED; r++) {
    sum = combine(sum, Value(values[first + r]));
  }
  result[output] = sum;
}
