// 16-byte loads, four in flight a thread, each lane with its own candidate; the last workgroup to finish compares the
// indices that the others have published, so that one dispatch reads the vector. Only indices travel: values are looked up.
enable subgroups;

const N = 1024u;
const OP = 2u; // 1 least, 2 greatest
alias Value = f32;
alias Quad = vec4<f32>;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
// Candidates that a lane of the second stage takes: one for each subgroup, rounded up to whole subgroups.
const FOLD_STEPS = (WORKGROUP / SUBGROUP_MIN + SUBGROUP_MIN - 1u) / SUBGROUP_MIN;
const SUBGROUP_LEVELS = 7u;
const GROUPS = 1u;
const TRIPS = 1u;
const QUADS_PER_TRIP = 4u * WORKGROUP;
const WHOLE_QUADS = N / 4u;
const NONE = 0xffffffffu;
const READY = 0x10000u;

@group(0) @binding(0) var<storage, read> values: array<Quad>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;
// A ticket, then two words a workgroup; all zero when the dispatch begins.
@group(0) @binding(2) var<storage, read_write> state: array<atomic<u32>>;

var<workgroup> subgroup_values: array<Value, WORKGROUP / SUBGROUP_MIN>;
var<workgroup> subgroup_indices: array<u32, WORKGROUP / SUBGROUP_MIN>;
var<workgroup> is_last: u32;

struct Candidate {
  value: Value,
  index: u32,
}

// The candidate of each of four lanes: its value, and the number of the quad that it came in.
struct Lanes {
  values: vec4<Value>,
  quads: vec4u,
}

fn better(a: Candidate, b: Candidate) -> Candidate {
  let beats = select(a.value > b.value, a.value < b.value, OP == 1u);
  let wins = b.index == NONE || beats || (a.value == b.value && a.index < b.index);
  if (a.index != NONE && wins) {
    return a;
  }
  return b;
}

// Quads come in ascending order, so a later one must be strictly better.
fn consider(best: Lanes, quad: vec4<Value>, number: u32, lanes: vec4<bool>) -> Lanes {
  let beats = select(quad > best.values, quad < best.values, vec4<bool>(OP == 1u));
  let wins = lanes & (beats | (best.quads == vec4u(NONE)));
  return Lanes(select(best.values, quad, wins), select(best.quads, vec4u(number), wins));
}

// Known when compiled for a vector that is a whole number of trips: the test then costs nothing.
fn consider_whole(best: Lanes, quad: vec4<Value>, number: u32) -> Lanes {
  let is_whole = WHOLE_QUADS == GROUPS * TRIPS * QUADS_PER_TRIP || number < WHOLE_QUADS;
  return consider(best, quad, number, vec4<bool>(is_whole));
}

fn of_lane(lanes: Lanes, lane: u32) -> Candidate {
  let quad = lanes.quads[lane];
  return Candidate(lanes.values[lane], select(4u * quad + lane, NONE, quad == NONE));
}

// Each half of the index travels with its own flag: nothing orders two relaxed atomics, so a flag beside the
// index could be seen before it.
fn publish(group: u32, index: u32) {
  atomicStore(&state[1u + 2u * group], READY | (index & 0xffffu));
  atomicStore(&state[2u + 2u * group], READY | (index >> 16u));
}

fn collect(group: u32) -> Candidate {
  let index = await_half(1u + 2u * group) | (await_half(2u + 2u * group) << 16u);
  if (index == NONE) {
    return Candidate(Value(0), NONE);
  }
  return Candidate(Value(values[index / 4u][index % 4u]), index);
}

// Waits only for stores that were issued before the last ticket was drawn.
fn await_half(index: u32) -> u32 {
  var half = atomicLoad(&state[index]);
  while (half < READY) {
    half = atomicLoad(&state[index]);
  }
  return half & 0xffffu;
}

fn fold_subgroup(start: Candidate, size: u32) -> Candidate {
  var best = start;
  for (var level = 0u; level < SUBGROUP_LEVELS; level++) {
    // Every level runs in all lanes; the condition is the same for a whole subgroup.
    if ((1u << level) < size) {
      let value = subgroupShuffleXor(best.value, 1u << level);
      let index = subgroupShuffleXor(best.index, 1u << level);
      best = better(Candidate(value, index), best);
    }
  }
  return best;
}

// The whole workgroup calls it together; the candidate is right in subgroup 0.
fn fold_workgroup(candidate: Candidate, subgroup: u32, lane: u32, size: u32) -> Candidate {
  let own = fold_subgroup(candidate, size);
  // What an earlier call left here has been read before it is overwritten.
  workgroupBarrier();
  if (lane == 0u) {
    subgroup_values[subgroup] = own.value;
    subgroup_indices[subgroup] = own.index;
  }
  workgroupBarrier();
  let count = WORKGROUP / size;
  var best = Candidate(Value(0), NONE);
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * size + lane;
    if (other < count) {
      best = better(Candidate(subgroup_values[other], subgroup_indices[other]), best);
    }
  }
  return fold_subgroup(best, size);
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  var lanes = Lanes(vec4<Value>(Value(0)), vec4u(NONE));
  for (var trip = 0u; trip < TRIPS; trip++) {
    let first = (group.x * TRIPS + trip) * QUADS_PER_TRIP + thread;
    let a = vec4<Value>(values[first]);
    let b = vec4<Value>(values[first + WORKGROUP]);
    let c = vec4<Value>(values[first + 2u * WORKGROUP]);
    let d = vec4<Value>(values[first + 3u * WORKGROUP]);
    lanes = consider_whole(lanes, a, first);
    lanes = consider_whole(lanes, b, first + WORKGROUP);
    lanes = consider_whole(lanes, c, first + 2u * WORKGROUP);
    lanes = consider_whole(lanes, d, first + 3u * WORKGROUP);
  }
  if (N % 4u != 0u && group.x == GROUPS - 1u && thread == 0u) {
    // The up to three elements behind the last whole quad.
    let tail = vec4u(0u, 1u, 2u, 3u) < vec4u(N % 4u);
    lanes = consider(lanes, vec4<Value>(values[WHOLE_QUADS]), WHOLE_QUADS, tail);
  }
  let own = better(
    better(of_lane(lanes, 3u), of_lane(lanes, 2u)),
    better(of_lane(lanes, 1u), of_lane(lanes, 0u)),
  );
  let best = fold_workgroup(own, subgroup, lane, size);
  if (GROUPS == 1u) {
    if (thread == 0u) {
      result[0] = best.index;
    }
    return;
  }
  if (thread == 0u) {
    publish(group.x, best.index);
    is_last = select(0u, 1u, atomicAdd(&state[0], 1u) == GROUPS - 1u);
  }
  if (workgroupUniformLoad(&is_last) == 0u) {
    return;
  }
  var rest = Candidate(Value(0), NONE);
  for (var step = 0u; step < (GROUPS + WORKGROUP - 1u) / WORKGROUP; step++) {
    let other = step * WORKGROUP + thread;
    if (other < GROUPS) {
      rest = better(collect(other), rest);
    }
  }
  let total = fold_workgroup(rest, subgroup, lane, size);
  if (thread == 0u) {
    result[0] = total.index;
  }
}
