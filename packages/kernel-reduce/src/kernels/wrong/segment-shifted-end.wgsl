// WRONG: an end is taken for the last element, so the first one of the next segment counts as well.
const SEGMENTS = 16u;
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Input = f32;
alias Value = f32;
const WORKGROUP = 256u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> values: array<Input>;
@group(0) @binding(1) var<storage, read> offsets: array<u32>;
@group(0) @binding(2) var<storage, read_write> result: array<Value>;

fn combine(a: Value, b: Value) -> Value {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let segment = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (segment >= SEGMENTS) {
    return;
  }
  let end = offsets[segment + 1u];
  var sum = Value(IDENTITY);
  for (var index = offsets[segment]; index <= end; index++) {
    sum = combine(sum, Value(values[index]));
  }
  result[segment] = sum;
}
