// The best candidate of a subgroup, in all of its lanes: value and index travel together through shuffles.
const SUBGROUP_LEVELS = 7u;

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
