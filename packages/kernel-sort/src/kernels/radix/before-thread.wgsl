// Sums over the threads of a workgroup, in log2 WORKGROUP steps through workgroup memory: no subgroups are needed.
const WORKGROUP = 128u;

var<workgroup> running: array<u32, WORKGROUP>;

// What the threads before this one have between them; `running` of the last thread is the sum of all.
fn before_thread(thread: u32, own: u32) -> u32 {
  running[thread] = own;
  for (var stride = 1u; stride < WORKGROUP; stride *= 2u) {
    workgroupBarrier();
    var other = 0u;
    if (thread >= stride) {
      other = running[thread - stride];
    }
    // Everybody has read before anybody adds.
    workgroupBarrier();
    running[thread] += other;
  }
  return running[thread] - own;
}
