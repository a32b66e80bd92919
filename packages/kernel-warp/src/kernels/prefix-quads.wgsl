// Prefix sums of a block a workgroup, a vec4 a thread: it adds up its own four numbers, so that one ladder leads over the lanes instead of four.
enable subgroups;

const N = 1000u;
const INCLUSIVE = true;
const WORKGROUP = 256u;
const SUBGROUPS = 64u; // the most that a workgroup may have
const LEVELS = 5u; // of a ladder over the most lanes that a subgroup may have
const GRID_X = 128u;
alias Value = f32;

@group(0) @binding(0) var<storage, read> x: array<vec4<Value>>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4<Value>>;

var<workgroup> subgroup_sums: array<Value, SUBGROUPS>;

// Hillis and Steele: each lane adds what the lane `reach` below it has so far, if there is one.
fn ladder(own: Value, lane: u32) -> Value {
  var sum = own;
  for (var level = 0u; level < LEVELS; level++) {
    let reach = 1u << level;
    let below = subgroupShuffleUp(sum, reach);
    sum += select(Value(), below, lane >= reach);
  }
  return sum;
}

// Behind the end stand zeros.
fn load_quad(index: u32) -> vec4<Value> {
  if (N % (4u * WORKGROUP) == 0u || 4u * index + 3u < N) {
    return x[index];
  }
  if (4u * index >= N) {
    return vec4<Value>();
  }
  return select(vec4<Value>(), x[index], vec4u(4u * index) + vec4u(0u, 1u, 2u, 3u) < vec4u(N));
}

fn store_quad(index: u32, quad: vec4<Value>) {
  if (N % (4u * WORKGROUP) == 0u || 4u * index + 3u < N) {
    y[index] = quad;
    return;
  }
  // Of a vec4 that is not whole the last number is behind the end.
  for (var part = 0u; part < 3u; part++) {
    if (4u * index + part < N) {
      y[index][part] = quad[part];
    }
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  // The last subgroup of a workgroup may lack lanes.
  let there = min(size, WORKGROUP - subgroup * size);
  let index = (group.y * GRID_X + group.x) * WORKGROUP + subgroup * size + lane;
  let own = load_quad(index);
  let two = own.x + own.y;
  let three = two + own.z;
  let within = vec4(own.x, two, three, three + own.w);
  let through = ladder(within.w, lane);
  let all = subgroupShuffle(through, there - 1u);
  if (lane == 0u) {
    subgroup_sums[subgroup] = all;
  }
  let below = subgroupShuffleUp(through, 1u);
  var before = select(Value(), below, lane > 0u);
  workgroupBarrier();
  for (var other = 0u; other < SUBGROUPS; other++) {
    if (other < subgroup) {
      before += subgroup_sums[other];
    }
  }
  var result = before + within;
  if (!INCLUSIVE) {
    result = vec4(before, result.xyz);
  }
  store_quad(index, result);
}
