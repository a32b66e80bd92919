// A compare-and-exchange for each subgroup, until none has got in between: WGSL has no float atomics. The dispatch before has reset the word.
#import subgroup-updates.wgsl

@group(0) @binding(1) var<storage, read_write> result: array<atomic<u32>>;

fn combine(a: Value, b: Value) -> Value {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

fn add_to_result(value: Value) {
  var seen = atomicLoad(&result[0]);
  var is_done = false;
  while (!is_done) {
    let wanted = bitcast<u32>(combine(bitcast<Value>(seen), value));
    let outcome = atomicCompareExchangeWeak(&result[0], seen, wanted);
    is_done = outcome.exchanged;
    seen = outcome.old_value;
  }
}
