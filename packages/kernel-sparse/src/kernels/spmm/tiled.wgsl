// Several vectors: TEAM threads a row, each with four columns where they come in fours. The entries of all rows of a workgroup go through
// workgroup memory in whole lines, and four rows of X are in flight a thread.
const ROWS = 16u;
alias Item = vec4f; // or f32
const ITEMS = 2u; // of a row of X and of Y
const TEAM = 2u;
const CHUNK = 1024u; // entries in workgroup memory at a time
const WORKGROUP = 256u;
const GRID_X = 1u;
const TEAMS = WORKGROUP / TEAM;

@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read> cols: array<u32>;
@group(0) @binding(2) var<storage, read> vals: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<Item>;
@group(0) @binding(4) var<storage, read_write> y: array<Item>;

var<workgroup> all_entries: vec2u;
var<workgroup> staged_cols: array<u32, CHUNK>;
var<workgroup> staged_vals: array<f32, CHUNK>;

// The product of a staged entry, or nothing behind the last.
fn term(at: u32, end: u32, item: u32) -> Item {
  let staged = min(at, end - 1u);
  let product = staged_vals[staged] * x[staged_cols[staged] * ITEMS + item];
  return select(Item(), product, at < end);
}

fn staged_sum(begin: u32, end: u32, item: u32) -> Item {
  var sum = Item();
  for (var at = begin; at < end; at += 4u) {
    let a = term(at, end, item);
    let b = term(at + 1u, end, item);
    let c = term(at + 2u, end, item);
    let d = term(at + 3u, end, item);
    sum += (a + b) + (c + d);
  }
  return sum;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let first_row = (group.y * GRID_X + group.x) * TEAMS;
  if (thread == 0u) {
    all_entries = vec2u(offsets[min(first_row, ROWS)], offsets[min(first_row + TEAMS, ROWS)]);
  }
  let entries = workgroupUniformLoad(&all_entries);
  let row = first_row + thread / TEAM;
  let begin = offsets[min(row, ROWS)];
  let end = offsets[min(row + 1u, ROWS)];
  for (var first = 0u; first < ITEMS; first += TEAM) {
    let item = first + thread % TEAM;
    var sum = Item();
    for (var chunk = entries.x; chunk < entries.y; chunk += CHUNK) {
      for (var index = thread; index < min(CHUNK, entries.y - chunk); index += WORKGROUP) {
        staged_cols[index] = cols[chunk + index];
        staged_vals[index] = vals[chunk + index];
      }
      workgroupBarrier();
      // What of the own row is in this chunk.
      if (item < ITEMS && begin < chunk + CHUNK && end > chunk) {
        sum += staged_sum(max(begin, chunk) - chunk, min(end, chunk + CHUNK) - chunk, item);
      }
      // All have read before the next chunk comes.
      workgroupBarrier();
    }
    if (item < ITEMS && row < ROWS) {
      y[row * ITEMS + item] = sum;
    }
  }
}
