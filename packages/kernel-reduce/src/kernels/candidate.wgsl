// A candidate for the index of an extreme, and the better of two: the more extreme, or the earlier of equal ones. The kernel
// declares OP (1 least, 2 greatest) and Value.
const NONE = 0xffffffffu;

struct Candidate {
  value: Value,
  index: u32,
}

fn better(a: Candidate, b: Candidate) -> Candidate {
  let beats = select(a.value > b.value, a.value < b.value, OP == 1u);
  let wins = b.index == NONE || beats || (a.value == b.value && a.index < b.index);
  if (a.index != NONE && wins) {
    return a;
  }
  return b;
}
