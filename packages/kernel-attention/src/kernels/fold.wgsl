// A fold over a workgroup in a tree. Who imports this declares `Folded`, a number or a vector, and SIZE, the threads.
const LEVELS = 8u; // log2(SIZE)

var<workgroup> partial: array<Folded, SIZE>;

// The maximum or the sum of the values of all threads, which every thread gets.
fn fold(thread: u32, value: Folded, is_max: bool) -> Folded {
  // What an earlier fold left here has been read by everyone.
  workgroupBarrier();
  partial[thread] = value;
  for (var level = 0u; level < LEVELS; level++) {
    workgroupBarrier();
    let stride = (SIZE / 2u) >> level;
    if (thread < stride) {
      let other = partial[thread + stride];
      partial[thread] = select(partial[thread] + other, max(partial[thread], other), is_max);
    }
  }
  workgroupBarrier();
  return partial[0];
}
