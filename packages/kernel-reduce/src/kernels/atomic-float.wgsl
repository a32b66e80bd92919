// Two dispatches whatever the length: each workgroup walks many tiles, folds them in workgroup memory and adds
// its value to the result, which the dispatch before has reset, with a compare-and-exchange loop: WGSL has no
// float atomics.
#import atomic-tiles.wgsl

@group(0) @binding(1) var<storage, read_write> result: array<atomic<u32>>;

// Retries only when another workgroup got in between, so that some workgroup always makes progress.
fn add_to_result(value: Value) {
  var seen = atomicLoad(&result[0]);
  loop {
    let wanted = bitcast<u32>(combine(bitcast<Value>(seen), value));
    let outcome = atomicCompareExchangeWeak(&result[0], seen, wanted);
    if (outcome.exchanged) {
      break;
    }
    seen = outcome.old_value;
  }
}
