// Everything at once: 16-byte loads, four in flight a thread, constant trip counts, subgroup reduction. A second dispatch of one small workgroup
// folds what the workgroups have left.
enable subgroups;

const N = 1024u;
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Input = f32;
alias Value = f32;
alias Quad = vec4<Input>;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
// Values that a lane of the second stage takes: one for each subgroup, rounded up to whole subgroups.
const FOLD_STEPS = (WORKGROUP / SUBGROUP_MIN + SUBGROUP_MIN - 1u) / SUBGROUP_MIN;
const GROUPS = 1u;
const TRIPS = 1u;
const QUADS_PER_TRIP = 4u * WORKGROUP;
const WHOLE_QUADS = N / 4u;

@group(0) @binding(0) var<storage, read> values: array<Quad>;
@group(0) @binding(1) var<storage, read_write> result: array<Value>;

var<workgroup> subgroup_values: array<Value, WORKGROUP / SUBGROUP_MIN>;

fn combine(a: Value, b: Value) -> Value {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

fn combine4(a: vec4<Value>, b: vec4<Value>) -> vec4<Value> {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

#import fold-subgroup.wgsl

fn load_quad(index: u32) -> vec4<Value> {
  // Known when compiled for a vector that is a whole number of trips: the test then costs nothing.
  if (WHOLE_QUADS == GROUPS * TRIPS * QUADS_PER_TRIP || index < WHOLE_QUADS) {
    return vec4<Value>(values[index]);
  }
  return vec4<Value>(Value(IDENTITY));
}

// The up to three elements behind the last whole quad.
fn load_tail() -> vec4<Value> {
  let lanes = vec4u(0u, 1u, 2u, 3u) < vec4u(N % 4u);
  return select(vec4<Value>(Value(IDENTITY)), vec4<Value>(values[WHOLE_QUADS]), lanes);
}

// The whole workgroup calls it together; the value is right in subgroup 0.
fn fold_workgroup(value: Value, subgroup: u32, lane: u32, size: u32) -> Value {
  let own = fold_subgroup(value);
  if (lane == 0u) {
    subgroup_values[subgroup] = own;
  }
  workgroupBarrier();
  let count = WORKGROUP / size;
  var total = Value(IDENTITY);
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * size + lane;
    if (other < count) {
      total = combine(total, subgroup_values[other]);
    }
  }
  return fold_subgroup(total);
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  var quad = vec4<Value>(Value(IDENTITY));
  for (var trip = 0u; trip < TRIPS; trip++) {
    // Workgroups read side by side.
    let first = (trip * GROUPS + group.x) * QUADS_PER_TRIP + thread;
    let a = load_quad(first);
    let b = load_quad(first + WORKGROUP);
    let c = load_quad(first + 2u * WORKGROUP);
    let d = load_quad(first + 3u * WORKGROUP);
    quad = combine4(quad, combine4(combine4(a, b), combine4(c, d)));
  }
  if (N % 4u != 0u && group.x == 0u && thread == 0u) {
    quad = combine4(quad, load_tail());
  }
  let folded = combine(combine(quad.x, quad.y), combine(quad.z, quad.w));
  let own = fold_workgroup(folded, subgroup, lane, size);
  if (thread == 0u) {
    result[group.x] = own;
  }
}
