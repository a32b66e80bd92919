// Each subgroup scans its elements in registers, by a ladder of shuffles or by the built-in; workgroup memory only carries one
// sum a subgroup. Right for any subgroup size and for a last subgroup that is not full.
enable subgroups;

const N = 1024u;
const EXCLUSIVE = false;
const BUILTIN = false;
alias Value = f32;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
const SUBGROUP_LEVELS = 7u;
const MOST_SUBGROUPS = (WORKGROUP + SUBGROUP_MIN - 1u) / SUBGROUP_MIN;
// Trips in which one subgroup of the least size scans the sums of all: 16 for 64 subgroups of 4 lanes.
const FOLD_STEPS = (MOST_SUBGROUPS + SUBGROUP_MIN - 1u) / SUBGROUP_MIN;
const GRID_X = 4u;

@group(0) @binding(0) var<storage, read> values: array<Value>;
@group(0) @binding(1) var<storage, read_write> result: array<Value>;
@group(0) @binding(2) var<storage, read_write> sums: array<Value>;

var<workgroup> subgroup_sums: array<Value, MOST_SUBGROUPS>;

fn inclusive(start: Value, lane: u32, size: u32) -> Value {
  if (BUILTIN) {
    return subgroupInclusiveAdd(start);
  }
  var sum = start;
  for (var level = 0u; level < SUBGROUP_LEVELS; level++) {
    let stride = 1u << level;
    // Every level runs in all lanes; the condition is the same for a whole subgroup.
    if (stride < size) {
      sum = select(sum, sum + subgroupShuffleUp(sum, stride), lane >= stride);
    }
  }
  return sum;
}

fn exclusive(start: Value, sum: Value, lane: u32) -> Value {
  if (BUILTIN) {
    return subgroupExclusiveAdd(start);
  }
  return select(Value(0), subgroupShuffleUp(sum, 1u), lane > 0u);
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let tile = group.y * GRID_X + group.x;
  let place = subgroup * size + lane;
  let index = tile * WORKGROUP + place;
  var value = Value(0);
  if (index < N) {
    value = values[index];
  }
  var sum = inclusive(value, lane, size);
  if (lane == size - 1u || place == WORKGROUP - 1u) {
    subgroup_sums[subgroup] = sum;
  }
  if (EXCLUSIVE) {
    sum = exclusive(value, sum, lane);
  }
  workgroupBarrier();
  if (subgroup == 0u) {
    let count = (WORKGROUP + size - 1u) / size;
    var carry = Value(0);
    for (var step = 0u; step < FOLD_STEPS; step++) {
      let other = step * size + lane;
      var scanned = Value(0);
      if (other < count) {
        scanned = subgroup_sums[other];
      }
      scanned = carry + inclusive(scanned, lane, size);
      if (other < count) {
        subgroup_sums[other] = scanned;
      }
      if (other == count - 1u && tile * WORKGROUP < N) {
        sums[tile] = scanned;
      }
      carry = subgroupShuffle(scanned, size - 1u);
    }
  }
  workgroupBarrier();
  if (subgroup > 0u) {
    sum += subgroup_sums[subgroup - 1u];
  }
  if (index < N) {
    result[index] = sum;
  }
}
