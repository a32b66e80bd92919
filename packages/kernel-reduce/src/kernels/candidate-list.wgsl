// The candidates of one level: every element at first, then those whose indices the level before has left. The kernel declares
// OP, Input and Value.
const COUNT = 1024u;
const LEVEL = 0u; // 0: every element is a candidate; above, those that `candidates` lists

@group(0) @binding(0) var<storage, read> values: array<Input>;
@group(0) @binding(1) var<storage, read> candidates: array<u32>;
@group(0) @binding(2) var<storage, read_write> winners: array<u32>;

#import candidate.wgsl

fn candidate(position: u32) -> Candidate {
  if (position >= COUNT) {
    return Candidate(Value(0), NONE);
  }
  var index = position;
  if (LEVEL > 0u) {
    index = candidates[position];
  }
  return Candidate(Value(values[index]), index);
}
