// An integer atomic for each subgroup, all on one word, which the dispatch before has reset.
#import subgroup-updates.wgsl

@group(0) @binding(1) var<storage, read_write> result: array<atomic<Value>>;

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
