// Prefix sums of a block a workgroup. A subgroup has four rows side by side, whose ladders do not wait for each other; what rows and subgroups
// before come to is added at the end.
enable subgroups;

const N = 1000u;
const BUILTIN = false; // else by shuffles from the lanes below
const INCLUSIVE = true;
const WORKGROUP = 256u;
const SUBGROUPS = 64u; // the most that a workgroup may have
const FOLD_STEPS = 16u;
const LEVELS = 5u; // of a ladder over the most lanes that a subgroup may have
const GRID_X = 128u;
alias Value = f32;

@group(0) @binding(0) var<storage, read> x: array<Value>;
@group(0) @binding(1) var<storage, read_write> y: array<Value>;

var<workgroup> subgroup_sums: array<Value, SUBGROUPS>;

// Hillis and Steele: each lane adds what the lane `reach` below it has so far, if there is one.
fn ladder(own: vec4<Value>, lane: u32) -> vec4<Value> {
  var sum = own;
  for (var level = 0u; level < LEVELS; level++) {
    let reach = 1u << level;
    let below = subgroupShuffleUp(sum, reach);
    sum += select(vec4<Value>(), below, lane >= reach);
  }
  return sum;
}

fn up_to(own: vec4<Value>, lane: u32) -> vec4<Value> {
  if (BUILTIN) {
    return subgroupInclusiveAdd(own);
  }
  return ladder(own, lane);
}

fn before(own: vec4<Value>, with_own: vec4<Value>, lane: u32) -> vec4<Value> {
  if (BUILTIN) {
    return subgroupExclusiveAdd(own);
  }
  let below = subgroupShuffleUp(with_own, 1u);
  return select(vec4<Value>(), below, lane > 0u);
}

fn load(index: u32) -> Value {
  if (index < N) {
    return x[index];
  }
  return Value();
}

fn store(index: u32, value: Value) {
  if (index < N) {
    y[index] = value;
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let block = group.y * GRID_X + group.x;
  // The last subgroup of a workgroup may lack lanes.
  let there = min(size, WORKGROUP - subgroup * size);
  let first = block * 4u * WORKGROUP + 4u * subgroup * size + lane;
  let own = vec4(load(first), load(first + there), load(first + 2u * there), load(first + 3u * there));
  let with_own = up_to(own, lane);
  let rows = subgroupShuffle(with_own, there - 1u);
  if (lane == 0u) {
    subgroup_sums[subgroup] = rows.x + rows.y + rows.z + rows.w;
  }
  workgroupBarrier();
  if (subgroup == 0u) {
    var carry = Value();
    for (var step = 0u; step < FOLD_STEPS; step++) {
      let other = step * there + lane;
      let is_one = other < (WORKGROUP + size - 1u) / size;
      var sum = Value();
      if (is_one) {
        sum = subgroup_sums[other];
      }
      let with_sum = up_to(vec4(sum), lane);
      let before_sum = before(vec4(sum), with_sum, lane).x;
      if (is_one) {
        subgroup_sums[other] = carry + before_sum;
      }
      carry += subgroupShuffle(with_sum.x, there - 1u);
    }
  }
  // What subgroups before come to is there.
  workgroupBarrier();
  var result = with_own;
  if (!INCLUSIVE) {
    result = before(own, with_own, lane);
  }
  let start = subgroup_sums[subgroup];
  store(first, start + result.x);
  store(first + there, start + rows.x + result.y);
  store(first + 2u * there, start + rows.x + rows.y + result.z);
  store(first + 3u * there, start + rows.x + rows.y + rows.z + result.w);
}
