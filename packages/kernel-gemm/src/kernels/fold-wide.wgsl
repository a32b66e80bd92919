// Adds up the partial products of a split K and applies the epilogue. LANES neighbouring elements by WALKERS threads each: a thread adds
// every WALKERS-th part, then half of the walkers' sums go onto the other half. The order is the same every time.
alias Number = f32;
const COUNT = 9216u; // elements of C
const COLUMNS = 48u;
const PARTS = 12u;
const LANES = 32u;
const WALKERS = 8u; // a power of two
const GRID_X = 288u; // workgroups along x

@group(0) @binding(0) var<storage, read> partials: array<f32>;
@group(0) @binding(1) var<storage, read_write> c: array<f32>;
// Bias or residual; where the epilogue adds neither, something that nobody reads.
@group(0) @binding(2) var<storage, read> added: array<f32>;

#import finish.wgsl

var<workgroup> sums: array<f32, LANES * WALKERS>;

@compute @workgroup_size(LANES * WALKERS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let at = (group.y * GRID_X + group.x) * LANES + thread % LANES;
  let walker = thread / LANES;
  var sum = 0.0;
  if (at < COUNT) {
    for (var step = 0u; step < (PARTS + WALKERS - 1u) / WALKERS; step++) {
      let part = step * WALKERS + walker;
      if (part < PARTS) {
        sum += partials[part * COUNT + at];
      }
    }
  }
  sums[thread] = sum;
  for (var halvings = 0u; (WALKERS >> halvings) > 1u; halvings++) {
    // The walkers of the other half have their sums.
    workgroupBarrier();
    let half = LANES * (WALKERS >> (halvings + 1u));
    if (thread < half) {
      sums[thread] += sums[thread + half];
    }
  }
  if (walker == 0u && at < COUNT) {
    c[at] = finish(sums[thread], at, at % COLUMNS);
  }
}
