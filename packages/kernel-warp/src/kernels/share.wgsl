// The share of a workgroup in a vector: every GROUPS-th tile, summed by all threads.
const N = 1000u;
const GROUPS = 3u;
const TRIPS = 1u; // tiles of a workgroup, rounded up
const SUBGROUP_MIN = 4u;
const FOLD_STEPS = 16u; // values that a lane folds: one a subgroup, rounded up to whole subgroups
alias Value = f32;

@group(0) @binding(0) var<storage, read> x: array<vec4<Value>>;

var<workgroup> subgroup_sums: array<Value, 256u / SUBGROUP_MIN>;

struct Place {
  thread: u32,
  subgroup: u32,
  lane: u32,
  size: u32,
}

fn load_quad(index: u32) -> vec4<Value> {
  if (index < N / 4u) {
    return x[index];
  }
  if (N % 4u > 0u && index == N / 4u) {
    return select(vec4<Value>(), x[index], vec4u(0u, 1u, 2u, 3u) < vec4u(N % 4u));
  }
  return vec4<Value>();
}

// The sum of what the subgroups have laid down, in all lanes of the subgroup that asks.
fn fold(place: Place) -> Value {
  var rest = Value();
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * place.size + place.lane;
    if (other < 256u / place.size) {
      rest += subgroup_sums[other];
    }
  }
  return subgroupAdd(rest);
}

// The sum of the share of workgroup `own`, in all threads.
fn share_sum(own: u32, place: Place) -> Value {
  var sum = vec4<Value>();
  for (var trip = 0u; trip < TRIPS; trip++) {
    let first = (trip * GROUPS + own) * 1024u + place.thread;
    sum += (load_quad(first) + load_quad(first + 256u)) + (load_quad(first + 512u) + load_quad(first + 768u));
  }
  let total = subgroupAdd((sum.x + sum.y) + (sum.z + sum.w));
  // The sums of the share before have been folded.
  workgroupBarrier();
  if (place.lane == 0u) {
    subgroup_sums[place.subgroup] = total;
  }
  workgroupBarrier();
  return fold(place);
}
