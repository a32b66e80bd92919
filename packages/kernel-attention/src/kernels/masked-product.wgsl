// S = Q·Kᵀ / √d of all heads, with the mask: a workgroup brings the elements of 16 queries and 16 keys in steps of 16 into workgroup
// memory, a thread adds up one score. What a query does not see becomes the least finite number.
const HEADS = 2u; // of a batch
const GROUP = 1u; // query heads that share a head of keys
const QUERIES = 33u;
const KEYS = 65u;
const DIM = 32u;
const SCALE = 0.17677669;
const BLOCKS = 30u; // tiles of 16 x 16 scores
const GRID_X = 30u; // workgroups along x
const TILE = 16u;
// A row of keys is one longer, so that the threads of a subgroup read other banks.
const STRIDE = TILE + 1u;
const QUERY_TILES = (QUERIES + TILE - 1u) / TILE;
const KEY_TILES = (KEYS + TILE - 1u) / TILE;
const STEPS = (DIM + TILE - 1u) / TILE;
const HIDDEN = -0x1.fffffep+127f;
alias Element = f32;

@group(0) @binding(0) var<storage, read> queries: array<Element>;
@group(0) @binding(1) var<storage, read> keys: array<Element>;
@group(0) @binding(2) var<storage, read> lengths: array<u32>;
@group(0) @binding(3) var<storage, read_write> scores: array<f32>;

#import visible.wgsl

var<workgroup> tile_q: array<f32, TILE * TILE>;
var<workgroup> tile_k: array<f32, TILE * STRIDE>;

@compute @workgroup_size(TILE * TILE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = group.y * GRID_X + group.x;
  if (block >= BLOCKS) {
    return;
  }
  let head = block / (QUERY_TILES * KEY_TILES);
  let batch = head / HEADS;
  let shared_head = batch * (HEADS / GROUP) + head % HEADS / GROUP;
  let first_query = block / KEY_TILES % QUERY_TILES * TILE;
  let first_key = block % KEY_TILES * TILE;
  let row = thread / TILE;
  let column = thread % TILE;
  var score = 0.0;
  for (var step = 0u; step < STEPS; step++) {
    let d = step * TILE + column;
    var of_query = 0.0;
    var of_key = 0.0;
    if (d < DIM && first_query + row < QUERIES) {
      of_query = f32(queries[(head * QUERIES + first_query + row) * DIM + d]);
    }
    if (d < DIM && first_key + row < KEYS) {
      of_key = f32(keys[(shared_head * KEYS + first_key + row) * DIM + d]);
    }
    // Everyone has finished with the previous step.
    workgroupBarrier();
    tile_q[row * TILE + column] = of_query;
    tile_k[row * STRIDE + column] = of_key;
    // Both tiles are complete.
    workgroupBarrier();
    for (var each = 0u; each < TILE; each++) {
      score += tile_q[row * TILE + each] * tile_k[column * STRIDE + each];
    }
  }
  let query = first_query + row;
  let key = first_key + column;
  if (query < QUERIES && key < KEYS) {
    let is_seen = key < visible_keys(batch, query);
    scores[(head * QUERIES + query) * KEYS + key] = select(HIDDEN, score * SCALE, is_seen);
  }
}
