// A thread for each element, which tries to put its own into one word until nobody got in between: WGSL has no float atomics. The
// dispatch before has reset the word.
const N = 1024u;
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Input = f32;
alias Value = f32;
const WORKGROUP = 256u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> values: array<Input>;
@group(0) @binding(1) var<storage, read_write> result: array<atomic<u32>>;

fn combine(a: Value, b: Value) -> Value {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index < N) {
    var seen = atomicLoad(&result[0]);
    var is_done = false;
    while (!is_done) {
      let wanted = bitcast<u32>(combine(bitcast<Value>(seen), Value(values[index])));
      let outcome = atomicCompareExchangeWeak(&result[0], seen, wanted);
      is_done = outcome.exchanged;
      seen = outcome.old_value;
    }
  }
}
