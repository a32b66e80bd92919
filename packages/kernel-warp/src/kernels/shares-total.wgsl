// The second of two dispatches: one workgroup adds up what the shares came to.
enable subgroups;

const GROUPS = 3u;
const STEPS = 1u; // shares of a thread, rounded up
const SUBGROUP_MIN = 4u;
alias Value = f32;

@group(0) @binding(0) var<storage, read> shares: array<Value>;
@group(0) @binding(1) var<storage, read_write> total: array<Value>;

var<workgroup> subgroup_sums: array<Value, 256u / SUBGROUP_MIN>;

@compute @workgroup_size(256)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  var rest = Value();
  for (var step = 0u; step < STEPS; step++) {
    let other = step * 256u + thread;
    if (other < GROUPS) {
      rest += shares[other];
    }
  }
  let sum = subgroupAdd(rest);
  if (lane == 0u) {
    subgroup_sums[subgroup] = sum;
  }
  workgroupBarrier();
  if (thread == 0u) {
    var all_of_them = Value();
    for (var other = 0u; other < 256u / size; other++) {
      all_of_them += subgroup_sums[other];
    }
    total[0] = all_of_them;
  }
}
