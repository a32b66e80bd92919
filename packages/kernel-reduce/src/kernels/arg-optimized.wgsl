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
const GROUPS = 1u;
const TRIPS = 1u;
const QUADS_PER_TRIP = 4u * WORKGROUP;
const WHOLE_QUADS = N / 4u;

@group(0) @binding(0) var<storage, read> values: array<Quad>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;

var<workgroup> subgroup_values: array<Value, WORKGROUP / SUBGROUP_MIN>;
var<workgroup> subgroup_indices: array<u32, WORKGROUP / SUBGROUP_MIN>;
var<workgroup> is_last: u32;

#import candidate.wgsl

// The candidate of each of four lanes: its value, and the number of the quad that it came in.
struct Lanes {
  values: vec4<Value>,
  quads: vec4u,
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

#import hand-over.wgsl

fn collect_candidate(group: u32) -> Candidate {
  let index = collect(group);
  if (index == NONE) {
    return Candidate(Value(0), NONE);
  }
  return Candidate(Value(values[index / 4u][index % 4u]), index);
}

#import fold-candidates.wgsl

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
    is_last = select(0u, 1u, publish(group.x, best.index));
  }
  if (workgroupUniformLoad(&is_last) == 0u) {
    return;
  }
  var rest = Candidate(Value(0), NONE);
  for (var step = 0u; step < (GROUPS + WORKGROUP - 1u) / WORKGROUP; step++) {
    let other = step * WORKGROUP + thread;
    if (other < GROUPS) {
      rest = better(collect_candidate(other), rest);
    }
  }
  let total = fold_workgroup(rest, subgroup, lane, size);
  if (thread == 0u) {
    result[0] = total.index;
  }
}
