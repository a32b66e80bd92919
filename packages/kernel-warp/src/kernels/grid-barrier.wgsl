// One dispatch with a barrier over the whole grid, made of atomics: every workgroup publishes the sum of its share and looks until all have.
// WGSL promises no workgroup that another one makes progress: whoever has looked often enough goes on, and the first one then sums silent
// shares up itself.
enable subgroups;
// The loop ends by a vote: the same in all lanes, which the analysis cannot see.
diagnostic(off, subgroup_uniformity);

const LOOKS = 256u;
// In the upper half of both words of a share: that it is there. The lower halves hold its value.
const THERE = 1u;

#import share.wgsl

@group(0) @binding(1) var<storage, read_write> total: array<Value>;
// Two words a share, all zero when the dispatch begins.
@group(0) @binding(2) var<storage, read_write> state: array<atomic<u32>>;
// What each workgroup knows behind the barrier.
@group(0) @binding(3) var<storage, read_write> known: array<Value>;

var<workgroup> is_silent: u32;
var<workgroup> all_there: u32;

// Nothing orders two relaxed atomics, so each half of a value says for itself that it is there.
fn publish(own: u32, value: Value) {
  let bits = bitcast<u32>(value);
  atomicStore(&state[2u * own], (THERE << 16u) | (bits & 0xffffu));
  atomicStore(&state[2u * own + 1u], (THERE << 16u) | (bits >> 16u));
}

fn is_there(own: u32) -> bool {
  return (atomicLoad(&state[2u * own]) >> 16u) == THERE && (atomicLoad(&state[2u * own + 1u]) >> 16u) == THERE;
}

fn value_of(own: u32) -> Value {
  return bitcast<Value>((atomicLoad(&state[2u * own]) & 0xffffu) | (atomicLoad(&state[2u * own + 1u]) << 16u));
}

// Whether all shares were there after LOOKS looks, by the lanes of one subgroup.
fn wait(lane: u32, size: u32) -> bool {
  for (var look = 0u; look < LOOKS; look++) {
    var is_complete = true;
    for (var other = lane; other < GROUPS; other += size) {
      is_complete = is_complete && is_there(other);
    }
    if (subgroupAll(is_complete)) {
      return true;
    }
  }
  return false;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let place = Place(thread, subgroup, lane, size);
  let own_sum = share_sum(group.x, place);
  if (thread == 0u) {
    publish(group.x, own_sum);
  }
  if (subgroup == 0u) {
    let is_complete = wait(lane, size);
    if (lane == 0u) {
      all_there = select(0u, 1u, is_complete);
    }
  }
  if (workgroupUniformLoad(&all_there) == 1u) {
    if (subgroup == 0u) {
      var rest = Value();
      for (var other = lane; other < GROUPS; other += size) {
        rest += value_of(other);
      }
      let sum = subgroupAdd(rest);
      if (lane == 0u) {
        known[group.x] = sum;
        if (group.x == 0u) {
          total[0] = sum;
        }
      }
    }
  } else if (group.x == 0u) {
    var sum = Value();
    for (var other = 0u; other < GROUPS; other++) {
      if (thread == 0u) {
        is_silent = select(1u, 0u, is_there(other));
      }
      if (workgroupUniformLoad(&is_silent) == 1u) {
        sum += share_sum(other, place);
      } else {
        sum += value_of(other);
      }
    }
    if (thread == 0u) {
      total[0] = sum;
    }
  }
}
