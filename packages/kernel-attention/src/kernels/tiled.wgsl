// Online softmax over tiles of keys: a thread keeps one query and its output in registers, the workgroup shares tiles
// of K and V through workgroup memory, and sums are rescaled whenever a tile raises the maximum.
const HEADS = 2u;
const GROUP = 1u; // query heads that share a head of keys and values
const QUERIES = 33u;
const KEYS = 65u;
const DIM = 32u;
const SCALE = 0.17677669;
const BLOCKS = 2u; // blocks of queries over all heads
const GRID_X = 2u; // workgroups along x
const SIZE = 64u;
const TILE = 16u; // keys of a tile
const QUERY_BLOCKS = (QUERIES + SIZE - 1u) / SIZE;
const STEPS = (KEYS + TILE - 1u) / TILE;
const COPIES = (TILE * DIM + SIZE - 1u) / SIZE;
const HIDDEN = -0x1.fffffep+127f;
// Any logit is larger, and the exponential of anything minus it is no NaN.
const LOWEST = -1e30;
alias Element = f32;

@group(0) @binding(0) var<storage, read> queries: array<Element>;
@group(0) @binding(1) var<storage, read> keys: array<Element>;
@group(0) @binding(2) var<storage, read> values: array<Element>;
@group(0) @binding(3) var<storage, read> lengths: array<u32>;
@group(0) @binding(4) var<storage, read_write> outputs: array<Element>;

var<workgroup> tile_k: array<f32, TILE * DIM>;
var<workgroup> tile_v: array<f32, TILE * DIM>;

#import visible.wgsl

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = group.y * GRID_X + group.x;
  if (block >= BLOCKS) {
    return;
  }
  let head = block / QUERY_BLOCKS;
  let query = block % QUERY_BLOCKS * SIZE + thread;
  let row = head * QUERIES + min(query, QUERIES - 1u);
  let shared_head = head / HEADS * (HEADS / GROUP) + head % HEADS / GROUP;
  let first_key = shared_head * KEYS * DIM;
  let visible = visible_keys(head / HEADS, query);
  // No query of the block sees more than its last one.
  let most_visible = visible_keys(head / HEADS, block % QUERY_BLOCKS * SIZE + SIZE - 1u);

  var own: array<f32, DIM>;
  var output: array<f32, DIM>;
  for (var d = 0u; d < DIM; d++) {
    own[d] = f32(queries[row * DIM + d]) * SCALE;
  }
  var largest = LOWEST;
  var sum = 0.0;
  for (var step = 0u; step < STEPS; step++) {
    if (step * TILE >= most_visible) {
      break;
    }
    // Everyone has finished with the previous tile.
    workgroupBarrier();
    for (var copy = 0u; copy < COPIES; copy++) {
      let at = copy * SIZE + thread;
      if (at < TILE * DIM) {
        // Past the last key a tile holds zeros: a weight of zero must not meet a NaN there.
        let is_key = step * TILE + at / DIM < KEYS;
        let element = min(first_key + step * TILE * DIM + at, first_key + KEYS * DIM - 1u);
        tile_k[at] = select(0.0, f32(keys[element]), is_key);
        tile_v[at] = select(0.0, f32(values[element]), is_key);
      }
    }
    // The tile is complete.
    workgroupBarrier();
    var scores: array<f32, TILE>;
    var raised = largest;
    for (var key = 0u; key < TILE; key++) {
      var score = 0.0;
      for (var d = 0u; d < DIM; d++) {
        score += own[d] * tile_k[key * DIM + d];
      }
      scores[key] = select(HIDDEN, score, step * TILE + key < visible);
      raised = max(raised, scores[key]);
    }
    let rescale = exp(largest - raised);
    largest = raised;
    sum *= rescale;
    for (var d = 0u; d < DIM; d++) {
      output[d] *= rescale;
    }
    for (var key = 0u; key < TILE; key++) {
      let weight = exp(scores[key] - largest);
      sum += weight;
      for (var d = 0u; d < DIM; d++) {
        output[d] += weight * tile_v[key * DIM + d];
      }
    }
  }
  if (query < QUERIES) {
    let inverse = select(0.0, 1.0 / sum, sum > 0.0);
    for (var d = 0u; d < DIM; d++) {
      outputs[row * DIM + d] = Element(output[d] * inverse);
    }
  }
}
