// Each thread combines two elements that lie half the vector apart, all through global memory: n values become n / 2, and the same
// kernel runs on them until one is left.
const N = 1024u;
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Input = f32;
alias Value = f32;
const WORKGROUP = 256u;
const GRID_X = 1u;
// With an odd number of elements the one in the middle has no partner.
const HALF = N - N / 2u;

@group(0) @binding(0) var<storage, read> values: array<Input>;
@group(0) @binding(1) var<storage, read_write> halves: array<Value>;

fn combine(a: Value, b: Value) -> Value {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  var sum = Value(IDENTITY);
  if (index < N) {
    sum = Value(values[index]);
  }
  if (index + HALF < N) {
    sum = combine(sum, Value(values[index + HALF]));
  }
  // Nothing at all gives one value too.
  if (index < max(HALF, 1u)) {
    halves[index] = sum;
  }
}
