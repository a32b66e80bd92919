// The sum over a workgroup, in a tree in workgroup memory. The kernel declares Summed, WORKGROUP = 2^LEVELS, and LEVELS.
var<workgroup> tile: array<Summed, WORKGROUP>;

fn fold_sum(value: Summed, thread: u32) -> Summed {
  tile[thread] = value;
  for (var level = 0u; level < LEVELS; level++) {
    // All of one level is written before any of the next is read.
    workgroupBarrier();
    let stride = (WORKGROUP / 2u) >> level;
    if (thread < stride) {
      tile[thread] = tile[thread] + tile[thread + stride];
    }
  }
  return workgroupUniformLoad(&tile[0]);
}
