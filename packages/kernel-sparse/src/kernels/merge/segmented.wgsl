// A segmented sum over even shares of the entries. Lanes side by side ask for x of entries side by side, so that where rows are long they meet in its
// lines. Products go through workgroup memory to the lanes that add them up, a bit says whose row ends with an entry, and rows side by side are written.
// Entries of a tile need no search: their loads are the first thing that a lane does. Each tile publishes what it leaves open, and who ends a row adds
// up what the tiles before have of it: nobody waits for what another has found by waiting.
enable subgroups;
// Branches depend on what ballots return.
diagnostic(off, subgroup_uniformity);

const LAST = 63u; // entry
const ROUNDS = 2u; // vec4s of a lane, each beside those of its neighbours
const WORKGROUP = 256u;
const EACH = 4u * ROUNDS;
const QUADS = ROUNDS * WORKGROUP; // of a tile
const TILE = 4u * QUADS;
const TILES = 1u;
const GRID_X = 1u;
// Looks at a silent tile before its share is added up here.
const LOOKS = 64u;
const SUBGROUP_MIN = 4u;
const SUBGROUP_MAX = 128u;

#import merge/silent.wgsl
#import merge/segments.wgsl

@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read> cols: array<u32>;
@group(0) @binding(2) var<storage, read> vals: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;
// For each tile the bits of what it leaves of the row that it ends in. One word: there is nothing to order.
@group(0) @binding(5) var<storage, read_write> carries: array<atomic<u32>>;
// How many rows end before each tile, and all of them behind the last.
@group(0) @binding(6) var<storage, read> firsts: array<u32>;

fn publish(tile: u32, sum: f32) {
  let bits = bitcast<u32>(sum);
  atomicStore(&carries[tile], select(bits, OTHER_NAN, bits == SILENT));
}

// The number and the x of a thread's entries, a workgroup's width apart. What is behind the last entry comes after the end of the last row, and into
// no sum that is written.
var<private> numbers: array<f32, EACH>;
var<private> factors: array<f32, EACH>;

fn load_entries(first: u32) {
  var columns: array<u32, EACH>;
  for (var part = 0u; part < EACH; part++) {
    let at = min(first + part * WORKGROUP, LAST);
    columns[part] = cols[at];
    numbers[part] = vals[at];
  }
  for (var part = 0u; part < EACH; part++) {
    factors[part] = x[columns[part]];
  }
}

// What a tile has of a row that ends behind it, by the lanes of whoever waits for it.
fn share_of(tile: u32, row: u32, thread: Thread) -> f32 {
  var sums = vec4f();
  let end = (tile + 1u) * TILE;
  for (var entry = max(tile * TILE, offsets[row]) + thread.lane; entry < end; entry += 4u * thread.size) {
    let entries = vec4u(entry) + vec4u(0u, 1u, 2u, 3u) * thread.size;
    for (var part = 0u; part < 4u; part++) {
      if (entries[part] < end) {
        sums[part] += vals[entries[part]] * x[cols[entries[part]]];
      }
    }
  }
  return subgroupAdd((sums.x + sums.y) + (sums.z + sums.w));
}

// What the tiles before one have of the row that ends in it first. WGSL promises no workgroup that another one makes progress: after a few looks
// the share of a silent tile is added up here.
fn look_back(tile: u32, row: u32, thread: Thread) -> f32 {
  var sum = 0.0;
  for (var first = offsets[row] / TILE; first < tile; first += thread.size) {
    let wanted = first + thread.lane;
    var word = 0u;
    if (wanted < tile) {
      for (var looks = 0u; looks < LOOKS; looks++) {
        word = atomicLoad(&carries[wanted]);
        if (word != SILENT) {
          break;
        }
      }
    }
    loop {
      let silent = subgroupMin(select(thread.size, thread.lane, word == SILENT));
      if (silent == thread.size) {
        break;
      }
      let share = share_of(first + silent, row, thread);
      if (thread.lane == silent) {
        word = bitcast<u32>(share);
      }
    }
    sum += bitcast<f32>(word);
  }
  return subgroupAdd(sum);
}

// Rows that end in the tile, those without an entry among them. The first may have begun before.
fn write_rows(tile: u32, begin: u32, end: u32, thread: Thread) {
  let first_entry = tile * TILE;
  for (var row = begin + thread.index; row < end; row += WORKGROUP) {
    let start = offsets[row];
    let behind = offsets[row + 1u];
    var sum = 0.0;
    if (behind > start) {
      sum = staged_at(behind - 1u - first_entry);
    }
    if (start >= first_entry) {
      y[row] = sum;
    }
  }
  if (thread.subgroup == 0u && offsets[begin] < first_entry) {
    let earlier = look_back(tile, begin, thread);
    if (thread.lane == 0u) {
      y[begin] = earlier + staged_at(offsets[begin + 1u] - 1u - first_entry);
    }
  }
}

// A tile in which no row ends is one sum.
fn add_all(thread: Thread) -> f32 {
  var sum = 0.0;
  for (var part = 0u; part < EACH; part++) {
    sum += numbers[part] * factors[part];
  }
  sum = subgroupAdd(sum);
  if (thread.lane == 0u) {
    subgroup_sums[thread.subgroup] = sum;
  }
  workgroupBarrier();
  return open_of_subgroups(WORKGROUP / thread.size);
}

// The marks of rows are set while the elements of x are on their way.
fn add_rows(tile: u32, rows: vec2u, thread: Thread) -> f32 {
  for (var row = rows.x + thread.index; row < rows.y; row += WORKGROUP) {
    let behind = offsets[row + 1u];
    if (behind > offsets[row]) {
      mark_end(behind - 1u - tile * TILE);
    }
  }
  for (var part = 0u; part < EACH; part++) {
    stage(part * WORKGROUP + thread.index, numbers[part] * factors[part]);
  }
  workgroupBarrier();
  return add_up(thread);
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let tile = group.y * GRID_X + group.x;
  if (tile >= TILES) {
    return;
  }
  // Threads by their lanes, which a shuffle knows.
  let thread = Thread(subgroup * size + lane, subgroup, lane, size);
  load_entries(tile * TILE + thread.index);
  let rows = vec2u(firsts[tile], firsts[tile + 1u]);
  var open = 0.0;
  if (rows.x == rows.y) {
    open = add_all(thread);
  } else {
    open = add_rows(tile, rows, thread);
  }
  if (thread.index == 0u) {
    publish(tile, open);
  }
  if (rows.x < rows.y) {
    write_rows(tile, rows.x, rows.y, thread);
  }
}
