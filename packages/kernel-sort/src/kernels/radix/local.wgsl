// Sorts a tile by a digit of eight bits in workgroup memory, then writes it: keys of one digit go side by side, whole sectors at a time.
const N = 1024u;
const ITEMS = 16u;
const TILE = 2048u;
const TILES = (N + TILE - 1u) / TILE;
const PAIRS = false;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> keys_out: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<u32>;
@group(0) @binding(3) var<storage, read_write> values_out: array<u32>;
@group(0) @binding(4) var<storage, read> counts: array<u32>;
@group(0) @binding(5) var<storage, read> pass_entry: array<vec2u>;

#import radix/digit.wgsl
#import radix/columns.wgsl

// A key's digit in the upper half, its place in the tile in the lower.
var<workgroup> tags: array<u32, TILE>;
// From places in the sorted tile to places of all: a digit each.
var<workgroup> offsets: array<u32, RADIX>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = group.y * GRID_X + group.x;
  let first = tile * TILE;
  let shift = pass_entry[0].x;
  for (var at = thread; at < TILE; at += WORKGROUP) {
    // What is behind the last key comes last: it has the greatest digit, and the sort is stable.
    var digit = RADIX - 1u;
    if (first + at < N) {
      digit = digit_of(keys[first + at], shift);
    }
    tags[at] = (digit << 16u) | at;
  }
  workgroupBarrier();
  sort_by(16u, thread);
  sort_by(20u, thread);
  for (var at = thread; at < TILE; at += WORKGROUP) {
    let digit = tags[at] >> 16u;
    if (tile < TILES && (at == 0u || tags[max(at, 1u) - 1u] >> 16u != digit)) {
      offsets[digit] = counts[digit * TILES + tile] - at;
    }
  }
  workgroupBarrier();
  for (var at = thread; at < TILE; at += WORKGROUP) {
    let tag = tags[at];
    let source = first + (tag & 0xffffu);
    if (source < N) {
      let to = offsets[tag >> 16u] + at;
      keys_out[to] = keys[source];
      if (PAIRS) {
        values_out[to] = values[source];
      }
    }
  }
}

// Sorts the tags by four of their bits.
fn sort_by(shift: u32, thread: u32) {
  for (var digit = 0u; digit < COLUMN; digit++) {
    counters[digit * WORKGROUP + thread] = 0u;
  }
  var held: array<u32, ITEMS>;
  for (var item = 0u; item < ITEMS; item++) {
    held[item] = tags[thread * ITEMS + item];
    counters[((held[item] >> shift) & (COLUMN - 1u)) * WORKGROUP + thread]++;
  }
  scan_counters(thread);
  for (var item = 0u; item < ITEMS; item++) {
    let counter = ((held[item] >> shift) & (COLUMN - 1u)) * WORKGROUP + thread;
    tags[counters[counter]] = held[item];
    counters[counter]++;
  }
  workgroupBarrier();
}
