// One dispatch: a workgroup keeps all scores of a few queries in workgroup memory, so that no score travels through
// global memory. A key or a value that is read serves all of them; how many keys there may be is bounded by that memory.
const HEADS = 2u;
const GROUP = 1u; // query heads that share a head of keys and values
const QUERIES = 33u;
const KEYS = 65u;
const DIM = 32u;
const SCALE = 0.17677669;
const BLOCKS = 18u; // blocks of queries over all heads
const GRID_X = 18u; // workgroups along x
const ROWS = 4u; // queries of a workgroup
alias Rows = vec4f; // one number for each of them
alias Folded = Rows;
const SIZE = 256u;
const STEPS = (KEYS + SIZE - 1u) / SIZE;
const QUERY_BLOCKS = (QUERIES + ROWS - 1u) / ROWS;
const SLICES = max(1u, SIZE / DIM); // threads that share a column of V
const WIDTH = SIZE / SLICES;
const COLUMN_STEPS = (DIM + WIDTH - 1u) / WIDTH;
const KEY_TRIPS = (KEYS + SLICES - 1u) / SLICES;
const DIM_STEPS = (DIM + SIZE - 1u) / SIZE;
const HIDDEN = -0x1.fffffep+127f;
alias Element = f32;
// Elements of a key that a thread reads at a time: threads side by side read different keys, so that each read takes as many lines.
const KEY_WIDTH = 1u;
alias KeyItem = f32;

@group(0) @binding(0) var<storage, read> queries: array<Element>;
@group(0) @binding(1) var<storage, read> keys: array<KeyItem>;
@group(0) @binding(2) var<storage, read> values: array<Element>;
@group(0) @binding(3) var<storage, read> lengths: array<u32>;
@group(0) @binding(4) var<storage, read_write> outputs: array<Element>;

var<workgroup> query_rows: array<Rows, DIM>;
var<workgroup> scores: array<Rows, KEYS>;

#import visible.wgsl

#import fold.wgsl

fn write(head: u32, query: u32, column: u32, weighted: Rows, sums: Rows) {
  for (var row = 0u; row < ROWS; row++) {
    if (query + row < QUERIES) {
      let output = select(0.0, weighted[row] / sums[row], sums[row] > 0.0);
      outputs[(head * QUERIES + query + row) * DIM + column] = Element(output);
    }
  }
}

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = group.y * GRID_X + group.x;
  if (block >= BLOCKS) {
    return;
  }
  let head = block / QUERY_BLOCKS;
  let first = block % QUERY_BLOCKS * ROWS;
  let shared_head = head / HEADS * (HEADS / GROUP) + head % HEADS / GROUP;
  let first_key = shared_head * KEYS * DIM;
  for (var step = 0u; step < DIM_STEPS; step++) {
    let d = step * SIZE + thread;
    if (d < DIM) {
      var column = Rows();
      for (var row = 0u; row < ROWS; row++) {
        column[row] = f32(queries[(head * QUERIES + min(first + row, QUERIES - 1u)) * DIM + d]) * SCALE;
      }
      query_rows[d] = column;
    }
  }
  var visible = Rows();
  var seen = 0u; // keys that any of the queries sees
  for (var row = 0u; row < ROWS; row++) {
    let keys_of_row = visible_keys(head / HEADS, first + row);
    visible[row] = f32(keys_of_row);
    seen = max(seen, keys_of_row);
  }
  workgroupBarrier();

  var largest = Rows(HIDDEN);
  for (var step = 0u; step < STEPS; step++) {
    let key = step * SIZE + thread;
    if (key < seen) {
      var score = Rows();
      for (var item = 0u; item < DIM / KEY_WIDTH; item++) {
        let elements = vec4f(keys[(first_key + key * DIM) / KEY_WIDTH + item]);
        let d = item * KEY_WIDTH;
        score += elements.x * query_rows[d];
        if (KEY_WIDTH == 4u) {
          score += elements.y * query_rows[d + 1u];
          score += elements.z * query_rows[d + 2u];
          score += elements.w * query_rows[d + 3u];
        }
      }
      score = select(Rows(HIDDEN), score, Rows(f32(key)) < visible);
      scores[key] = score;
      largest = max(largest, score);
    }
  }
  largest = fold(thread, largest, true);
  var sums = Rows();
  for (var step = 0u; step < STEPS; step++) {
    let key = step * SIZE + thread;
    if (key < seen) {
      let weight = select(Rows(), exp(scores[key] - largest), Rows(f32(key)) < visible);
      scores[key] = weight;
      sums += weight;
    }
  }
  sums = fold(thread, sums, false);
  // The sums have been read by everyone.
  workgroupBarrier();

  // Threads side by side take columns of V side by side; those of one column share the keys.
  let slice = thread / WIDTH;
  for (var step = 0u; step < COLUMN_STEPS; step++) {
    let column = step * WIDTH + thread % WIDTH;
    if (column < DIM && slice < SLICES) {
      var weighted = Rows();
      for (var trip = 0u; trip < KEY_TRIPS; trip++) {
        let key = trip * SLICES + slice;
        if (key >= seen) {
          break;
        }
        weighted += f32(values[first_key + key * DIM + column]) * scores[key];
      }
      if (SLICES == 1u) {
        write(head, first, column, weighted, sums);
      }
      partial[thread] = weighted;
    }
  }
  workgroupBarrier();
  if (SLICES > 1u && thread < DIM) {
    var weighted = Rows();
    for (var other = 0u; other < SLICES; other++) {
      weighted += partial[other * WIDTH + thread];
    }
    write(head, first, thread, weighted, sums);
  }
}
