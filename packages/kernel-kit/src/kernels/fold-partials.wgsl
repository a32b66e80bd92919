// One partial result of a workgroup out of one from each thread. Subgroups fold their own, then what all of them left.
// The kernel declares WORKGROUP and SUBGROUP_MIN, and what a partial result is: Partial, NOTHING, merge, fold_subgroup.
const MOST_SUBGROUPS = WORKGROUP / SUBGROUP_MIN;
// Partial results that a lane of the second stage takes.
const FOLD_STEPS = (MOST_SUBGROUPS + SUBGROUP_MIN - 1u) / SUBGROUP_MIN;

var<workgroup> of_subgroups: array<Partial, MOST_SUBGROUPS>;

// Every subgroup folds all of them for itself: one barrier, and nothing to hand back.
fn fold_workgroup(own: Partial, subgroup: u32, lane: u32, lanes: vec2u) -> Partial {
  let folded = fold_subgroup(own, lanes.x);
  if (lane == 0u) {
    of_subgroups[subgroup % MOST_SUBGROUPS] = folded;
  }
  workgroupBarrier();
  var merged = NOTHING;
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * lanes.x + lane;
    if (other < lanes.y) {
      merged = merge(merged, of_subgroups[other % MOST_SUBGROUPS]);
    }
  }
  return fold_subgroup(merged, lanes.x);
}
