// Few queries, many keys: the keys are split among workgroups, and four queries that share them, of one head or of a
// group of heads, share what is read. Each workgroup leaves the greatest logit, the sum of exponentials and the
// weighted values of its part (Flash-Decoding, Dao et al., 2023); merge.wgsl joins the parts.
enable subgroups;

const HEADS = 2u;
const GROUP = 1u; // query heads that share a head of keys and values
const QUERIES = 33u;
const KEYS = 65u;
const DIM = 32u;
const SCALE = 0.17677669;
const PARTS = 1u; // workgroups that share the keys of a query
const BLOCKS = 18u; // parts of all blocks of four queries
const GRID_X = 18u; // workgroups along x
const PART = 256u; // keys of a part
const SIZE = 256u;
const SUBGROUP_MIN = 4u;
const QUADS = DIM / 4u; // vec4s of a key
const LANES = 8u; // the power of two that holds them: so many lanes share a key
const ROWS = GROUP * QUERIES; // queries that share a head of keys
const ROW_BLOCKS = (ROWS + 3u) / 4u;
const SLICES = max(1u, SIZE / QUADS); // threads that share a vec4 of columns of V
const WIDTH = SIZE / SLICES;
const COLUMN_STEPS = (QUADS + WIDTH - 1u) / WIDTH;
const KEY_TRIPS = (PART + SLICES - 1u) / SLICES;
const STEPS = (PART + SIZE - 1u) / SIZE;
const HIDDEN = -0x1.fffffep+127f;
// Any logit is larger, and the exponential of anything minus it is no NaN.
const LOWEST = -1e30;
alias Element = f32;

@group(0) @binding(0) var<storage, read> queries: array<vec4<Element>>;
@group(0) @binding(1) var<storage, read> keys: array<vec4<Element>>;
@group(0) @binding(2) var<storage, read> values: array<vec4<Element>>;
@group(0) @binding(3) var<storage, read> lengths: array<u32>;
// A part leaves of each query its greatest logit, its sum and DIM weighted sums of values.
@group(0) @binding(4) var<storage, read_write> parts: array<f32>;

// Four queries, a vec4 of each in turn.
var<workgroup> query_rows: array<vec4f, 4u * QUADS>;
// The weights of four queries for each key.
var<workgroup> weights: array<vec4f, PART>;
var<workgroup> partial: array<vec4f, SIZE / SUBGROUP_MIN>;
// What the threads of a vec4 of columns have summed up, a query at a time.
var<workgroup> columns: array<vec4f, SIZE>;

#import visible.wgsl

@compute @workgroup_size(SIZE)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let block = group.y * GRID_X + group.x;
  if (block >= BLOCKS) {
    return;
  }
  let part = block % PARTS;
  let first = part * PART;
  let shared_head = block / PARTS / ROW_BLOCKS;
  let first_row = block / PARTS % ROW_BLOCKS * 4u;
  let batch = shared_head / (HEADS / GROUP);
  // The queries of a group of heads follow each other in memory.
  let row_base = shared_head * ROWS;
  var visible = vec4u();
  for (var row = 0u; row < 4u; row++) {
    if (first_row + row < ROWS) {
      visible[row] = visible_keys(batch, (first_row + row) % QUERIES);
    }
  }
  for (var step = 0u; step < (4u * QUADS + SIZE - 1u) / SIZE; step++) {
    let at = step * SIZE + thread;
    if (at < 4u * QUADS) {
      let row = min(first_row + at / QUADS, ROWS - 1u);
      query_rows[at] = vec4f(queries[(row_base + row) * QUADS + at % QUADS]) * SCALE;
    }
  }
  workgroupBarrier();

  // Neighbouring lanes read neighbouring vec4s of a key; a subgroup takes as many keys at once as it has room for.
  let width = min(size, LANES);
  let at_once = SIZE / width;
  for (var trip = 0u; trip < (PART + at_once - 1u) / at_once; trip++) {
    let key = trip * at_once + subgroup * (size / width) + lane / width;
    var dots = vec4f();
    if (key < PART && first + key < KEYS) {
      let at = (shared_head * KEYS + first + key) * QUADS;
      for (var step = 0u; step < (QUADS + width - 1u) / width; step++) {
        let quad = step * width + lane % width;
        if (quad < QUADS) {
          let element = vec4f(keys[at + quad]);
          dots += vec4f(
            dot(query_rows[quad], element),
            dot(query_rows[QUADS + quad], element),
            dot(query_rows[2u * QUADS + quad], element),
            dot(query_rows[3u * QUADS + quad], element),
          );
        }
      }
    }
    for (var level = 0u; level < 7u; level++) {
      if ((1u << level) < width) {
        dots += subgroupShuffleXor(dots, 1u << level);
      }
    }
    if (lane % width == 0u && key < PART) {
      weights[key] = select(vec4f(HIDDEN), dots, vec4u(first + key) < visible);
    }
  }
  workgroupBarrier();

  let subgroups = SIZE / size;
  var largest = vec4f(LOWEST);
  for (var step = 0u; step < STEPS; step++) {
    let key = step * SIZE + thread;
    if (key < PART) {
      largest = max(largest, weights[key]);
    }
  }
  largest = subgroupMax(largest);
  if (lane == 0u) {
    partial[subgroup] = largest;
  }
  workgroupBarrier();
  for (var other = 0u; other < SIZE / SUBGROUP_MIN; other++) {
    if (other < subgroups) {
      largest = max(largest, partial[other]);
    }
  }
  // Everyone has read the maxima.
  workgroupBarrier();
  var sums = vec4f();
  for (var step = 0u; step < STEPS; step++) {
    let key = step * SIZE + thread;
    if (key < PART) {
      let weight = exp(weights[key] - largest);
      weights[key] = weight;
      sums += weight;
    }
  }
  sums = subgroupAdd(sums);
  if (lane == 0u) {
    partial[subgroup] = sums;
  }
  workgroupBarrier();
  if (thread < 4u && first_row + thread < ROWS) {
    var total = 0.0;
    for (var other = 0u; other < SIZE / SUBGROUP_MIN; other++) {
      if (other < subgroups) {
        total += partial[other][thread];
      }
    }
    let at_part = ((row_base + first_row + thread) * PARTS + part) * (DIM + 2u);
    parts[at_part] = largest[thread];
    parts[at_part + 1u] = total;
  }

  // Threads side by side take vec4s of V side by side; those of the same columns share the keys.
  let slice = thread / WIDTH;
  for (var step = 0u; step < COLUMN_STEPS; step++) {
    let quad = step * WIDTH + thread % WIDTH;
    var sums0 = vec4f();
    var sums1 = vec4f();
    var sums2 = vec4f();
    var sums3 = vec4f();
    if (quad < QUADS && slice < SLICES) {
      for (var trip = 0u; trip < KEY_TRIPS; trip++) {
        let key = trip * SLICES + slice;
        if (key < PART && first + key < KEYS) {
          let weight = weights[key];
          let element = vec4f(values[(shared_head * KEYS + first + key) * QUADS + quad]);
          sums0 += weight.x * element;
          sums1 += weight.y * element;
          sums2 += weight.z * element;
          sums3 += weight.w * element;
        }
      }
    }
    let sums_of = array<vec4f, 4>(sums0, sums1, sums2, sums3);
    for (var row = 0u; row < 4u; row++) {
      // What the previous query left here has been read.
      workgroupBarrier();
      columns[thread] = sums_of[row];
      workgroupBarrier();
      if (slice == 0u && quad < QUADS && first_row + row < ROWS) {
        var output = vec4f();
        for (var other = 0u; other < SLICES; other++) {
          output += columns[other * WIDTH + thread];
        }
        let at_part = ((row_base + first_row + row) * PARTS + part) * (DIM + 2u) + 2u + 4u * quad;
        for (var c = 0u; c < 4u; c++) {
          parts[at_part + c] = output[c];
        }
      }
    }
  }
}
