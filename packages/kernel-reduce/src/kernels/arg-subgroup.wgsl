// Value and index travel together through shuffles inside each subgroup; workgroup memory only carries one candidate a
// subgroup. The winners' indices are a shorter list; the same kernel runs on it until one is left.
enable subgroups;

const COUNT = 1024u;
const LEVEL = 0u; // 0: every element is a candidate; above, those that `candidates` lists
const OP = 2u; // 1 least, 2 greatest
alias Input = f32;
alias Value = f32;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
// Candidates that a lane of the second stage takes: one for each subgroup, rounded up to whole subgroups.
const FOLD_STEPS = (WORKGROUP / SUBGROUP_MIN + SUBGROUP_MIN - 1u) / SUBGROUP_MIN;
const SUBGROUP_LEVELS = 7u;
const GRID_X = 1u;
const NONE = 0xffffffffu;

@group(0) @binding(0) var<storage, read> values: array<Input>;
@group(0) @binding(1) var<storage, read> candidates: array<u32>;
@group(0) @binding(2) var<storage, read_write> winners: array<u32>;

var<workgroup> subgroup_values: array<Value, WORKGROUP / SUBGROUP_MIN>;
var<workgroup> subgroup_indices: array<u32, WORKGROUP / SUBGROUP_MIN>;

struct Candidate {
  value: Value,
  index: u32,
}

fn beats(a: Value, b: Value) -> bool {
  return select(a > b, a < b, OP == 1u);
}

fn better(a: Candidate, b: Candidate) -> Candidate {
  let wins = b.index == NONE || beats(a.value, b.value) || (a.value == b.value && a.index < b.index);
  if (a.index != NONE && wins) {
    return a;
  }
  return b;
}

fn candidate(position: u32) -> Candidate {
  if (position >= COUNT) {
    return Candidate(Value(0), NONE);
  }
  var index = position;
  if (LEVEL > 0u) {
    index = candidates[position];
  }
  return Candidate(Value(values[index]), index);
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

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let tile_index = group.y * GRID_X + group.x;
  let own = fold_subgroup(candidate(tile_index * WORKGROUP + thread), size);
  if (lane == 0u) {
    subgroup_values[subgroup] = own.value;
    subgroup_indices[subgroup] = own.index;
  }
  workgroupBarrier();
  if (subgroup == 0u) {
    let count = WORKGROUP / size;
    var best = Candidate(Value(0), NONE);
    for (var step = 0u; step < FOLD_STEPS; step++) {
      let other = step * size + lane;
      if (other < count) {
        best = better(Candidate(subgroup_values[other], subgroup_indices[other]), best);
      }
    }
    best = fold_subgroup(best, size);
    if (lane == 0u && tile_index * WORKGROUP < max(COUNT, 1u)) {
      winners[tile_index] = best.index;
    }
  }
}
