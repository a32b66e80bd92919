// First of three dispatches: S = Q·Kᵀ / √d of one batch, a thread per score. What a query does not see becomes the
// least finite number, which no maximum picks and whose exponential is zero.
const HEADS = 2u;
const GROUP = 1u; // query heads that share a head of keys
const QUERIES = 33u;
const KEYS = 65u;
const DIM = 32u;
const SCALE = 0.17677669;
const BATCH = 0u;
const GRID_X = 17u; // workgroups along x
const SIZE = 256u;
alias Element = f32;

@group(0) @binding(0) var<storage, read> queries: array<Element>;
@group(0) @binding(1) var<storage, read> keys: array<Element>;
@group(0) @binding(2) var<storage, read> lengths: array<u32>;
@group(0) @binding(3) var<storage, read_write> scores: array<f32>;

#import visible.wgsl

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let at = (group.y * GRID_X + group.x) * SIZE + thread;
  if (at >= HEADS * QUERIES * KEYS) {
    return;
  }
  let row = at / KEYS;
  let key = at % KEYS;
  let head = row / QUERIES;
  let first_q = (BATCH * HEADS * QUERIES + row) * DIM;
  let first_k = ((BATCH * (HEADS / GROUP) + head / GROUP) * KEYS + key) * DIM;
  var score = -0x1.fffffep+127f;
  if (key < visible_keys(BATCH, row % QUERIES)) {
    score = 0.0;
    for (var d = 0u; d < DIM; d++) {
      score += f32(queries[first_q + d]) * f32(keys[first_k + d]);
    }
    score *= SCALE;
  }
  scores[at] = score;
}
