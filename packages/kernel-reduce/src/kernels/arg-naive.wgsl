// One workgroup walks the whole vector for the index of its extreme; its first thread then compares the 256 candidates
// through global memory. Ties go to the lowest index; an empty vector gives NONE.
const N = 1024u;
const OP = 2u; // 1 least, 2 greatest
alias Input = f32;
alias Value = f32;
const WORKGROUP = 256u;
const STEPS = 4u;

@group(0) @binding(0) var<storage, read> values: array<Input>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;
@group(0) @binding(2) var<storage, read_write> partials: array<u32>;

#import candidate.wgsl

fn candidate(index: u32) -> Candidate {
  if (index == NONE) {
    return Candidate(Value(0), NONE);
  }
  return Candidate(Value(values[index]), index);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) thread: u32) {
  var best = candidate(NONE);
  for (var step = 0u; step < STEPS; step++) {
    let index = step * WORKGROUP + thread;
    if (index < N) {
      best = better(candidate(index), best);
    }
  }
  partials[thread] = best.index;
  // The candidates of the other threads are read next.
  storageBarrier();
  if (thread == 0u) {
    for (var other = 1u; other < WORKGROUP; other++) {
      best = better(candidate(partials[other]), best);
    }
    result[0] = best.index;
  }
}
