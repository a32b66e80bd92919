// Second of three dispatches: softmax over each row of S in place, a workgroup per row, of the exponentials as they are: no
// maximum is subtracted, so that large scores overflow. A row in which nothing is visible becomes zeros.
const ROWS = 66u;
const KEYS = 65u;
const GRID_X = 66u; // workgroups along x
const SIZE = 256u;
alias Folded = f32;
const STEPS = (KEYS + SIZE - 1u) / SIZE;
const HIDDEN = -0x1.fffffep+127f;

@group(0) @binding(0) var<storage, read_write> scores: array<f32>;

#import fold.wgsl

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let row = group.y * GRID_X + group.x;
  if (row >= ROWS) {
    return;
  }
  var sum = 0.0;
  for (var step = 0u; step < STEPS; step++) {
    let key = step * SIZE + thread;
    if (key < KEYS && scores[row * KEYS + key] > HIDDEN) {
      sum += exp(scores[row * KEYS + key]);
    }
  }
  sum = fold(thread, sum, false);
  for (var step = 0u; step < STEPS; step++) {
    let key = step * SIZE + thread;
    if (key < KEYS) {
      let score = scores[row * KEYS + key];
      scores[row * KEYS + key] = select(0.0, exp(score) / sum, score > HIDDEN);
    }
  }
}
