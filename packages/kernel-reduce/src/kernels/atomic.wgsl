// Two dispatches whatever the length: each workgroup walks many tiles, folds them in workgroup memory and adds
// its value to the result, which the dispatch before has reset, with an integer atomic.
const N = 1024u;
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Input = i32;
alias Value = i32;
const WORKGROUP = 256u;
const LEVELS = 8u;
const STEPS = 4u;

@group(0) @binding(0) var<storage, read> values: array<Input>;
@group(0) @binding(1) var<storage, read_write> result: array<atomic<Value>>;

var<workgroup> tile: array<Value, WORKGROUP>;

fn combine(a: Value, b: Value) -> Value {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

fn add_to_result(value: Value) {
  switch (OP) {
    case 1u: {
      atomicMin(&result[0], value);
    }
    case 2u: {
      atomicMax(&result[0], value);
    }
    default: {
      atomicAdd(&result[0], value);
    }
  }
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
