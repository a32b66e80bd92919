// Ranks by digits of four bits: a column of counters for each thread, which counts keys that lie side by side, and the counters of all
// in order of digits, then of threads. What stands before a counter is where its thread's first key of that digit goes.
const COLUMN = 16u;

#import radix/before-thread.wgsl

var<workgroup> counters: array<u32, COLUMN * WORKGROUP>;

// Counters become what stands before them: each thread sums up as many neighbours as there are digits.
fn scan_counters(thread: u32) {
  workgroupBarrier();
  var sum = 0u;
  for (var step = 0u; step < COLUMN; step++) {
    sum += counters[thread * COLUMN + step];
  }
  var before = before_thread(thread, sum);
  for (var step = 0u; step < COLUMN; step++) {
    let count = counters[thread * COLUMN + step];
    counters[thread * COLUMN + step] = before;
    before += count;
  }
  workgroupBarrier();
}
