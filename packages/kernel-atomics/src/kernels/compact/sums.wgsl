// The sum of what the threads of a workgroup have, up to each of them. The kernel declares WORKGROUP, which is 2^LEVELS.

// Two rows, which take turns: what one level reads the next one does not write.
var<workgroup> sums: array<u32, 2u * WORKGROUP>;

// log2 steps, each over twice the distance (Hillis and Steele 1986).
fn sum_through(thread: u32, own: u32) -> u32 {
  var sum = own;
  for (var level = 0u; level < LEVELS; level++) {
    let row = level % 2u * WORKGROUP;
    sums[row + thread] = sum;
    workgroupBarrier();
    let distance = 1u << level;
    if (thread >= distance) {
      sum += sums[row + thread - distance];
    }
  }
  return sum;
}
