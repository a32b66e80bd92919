// WRONG: counts on 32 lanes a subgroup, so where there are fewer most of the tile is left out.
enable subgroups;

const N = 1024u;
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Input = f32;
alias Value = f32;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
// Values that a lane of the second stage takes: one for each subgroup, rounded up to whole subgroups.
const FOLD_STEPS = (WORKGROUP / SUBGROUP_MIN + SUBGROUP_MIN - 1u) / SUBGROUP_MIN;
const SUBGROUP_LEVELS = 7u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> values: array<Input>;
@group(0) @binding(1) var<storage, read_write> partials: array<Value>;

var<workgroup> subgroup_values: array<Value, WORKGROUP / SUBGROUP_MIN>;

fn combine(a: Value, b: Value) -> Value {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

fn fold_subgroup(start: Value, size: u32) -> Value {
  var value = start;
  for (var level = 0u; level < SUBGROUP_LEVELS; level++) {
    // Every level runs in all lanes; the condition is the same for a whole subgroup.
    if ((1u << level) < size) {
      value = combine(value, subgroupShuffleXor(value, 1u << level));
    }
  }
  return value;
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) lanes: u32,
) {
  let size = max(lanes, 32u);
  let tile_index = group.y * GRID_X + group.x;
  let index = tile_index * WORKGROUP + thread;
  var value = Value(IDENTITY);
  if (index < N) {
    value = Value(values[index]);
  }
  value = fold_subgroup(value, size);
  if (lane == 0u) {
    subgroup_values[subgroup] = value;
  }
  workgroupBarrier();
  if (subgroup == 0u) {
    let count = WORKGROUP / size;
    value = Value(IDENTITY);
    for (var step = 0u; step < FOLD_STEPS; step++) {
      let other = step * size + lane;
      if (other < count) {
        value = combine(value, subgroup_values[other]);
      }
    }
    value = fold_subgroup(value, size);
    if (lane == 0u && tile_index * WORKGROUP < max(N, 1u)) {
      partials[tile_index] = value;
    }
  }
}
