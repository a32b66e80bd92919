// Value and index travel together through shuffles inside each subgroup; workgroup memory only carries one candidate a
// subgroup. The winners' indices are a shorter list; the same kernel runs on it until one is left.
enable subgroups;

const OP = 2u; // 1 least, 2 greatest
alias Input = f32;
alias Value = f32;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
// Candidates that a lane of the second stage takes: one for each subgroup, rounded up to whole subgroups.
const FOLD_STEPS = (WORKGROUP / SUBGROUP_MIN + SUBGROUP_MIN - 1u) / SUBGROUP_MIN;
const GRID_X = 1u;

#import candidate-list.wgsl

var<workgroup> subgroup_values: array<Value, WORKGROUP / SUBGROUP_MIN>;
var<workgroup> subgroup_indices: array<u32, WORKGROUP / SUBGROUP_MIN>;

#import fold-candidates.wgsl

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
