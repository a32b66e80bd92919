// WRONG: every addition is rounded to 11 bits.
const N = 1024u;
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Input = f32;
alias Value = f32;
const WORKGROUP = 256u;
const STEPS = 4u;

@group(0) @binding(0) var<storage, read> values: array<Input>;
@group(0) @binding(1) var<storage, read_write> result: array<Value>;
@group(0) @binding(2) var<storage, read_write> partials: array<Value>;

fn combine(a: Value, b: Value) -> Value {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) thread: u32) {
  var sum = Value(IDENTITY);
  for (var step = 0u; step < STEPS; step++) {
    let index = step * WORKGROUP + thread;
    if (index < N) {
      sum = Value(quantizeToF16(f32(combine(sum, Value(values[index])))));
    }
  }
  partials[thread] = sum;
  // The partial results of the other threads are read next.
  storageBarrier();
  if (thread == 0u) {
    for (var other = 1u; other < WORKGROUP; other++) {
      sum = combine(sum, partials[other]);
    }
    result[0] = sum;
  }
}
