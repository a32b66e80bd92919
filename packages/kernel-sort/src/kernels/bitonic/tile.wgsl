// The steps of a bitonic network whose partners lie in one tile, in workgroup memory: all of the tile's own sort, or the last ones of a merge.
const N = 1024u;
const GRID_X = 1u;
const WORKGROUP = 256u;
const TILE_BITS = 11u;
const TILE = 2048u;
// Places of a tile of pairs; 1 for keys alone.
const PLACES = 1u;
// Sorts a tile of keys as they came; otherwise ends a merge of `sorted` in place.
const BEGINS = true;

@group(0) @binding(0) var<storage, read_write> sorted: array<u32>;
@group(0) @binding(1) var<storage, read_write> places: array<u32>;
@group(0) @binding(2) var<storage, read> keys: array<u32>;

#import bitonic/precedes.wgsl

var<workgroup> tile_keys: array<u32, TILE>;
var<workgroup> tile_places: array<u32, PLACES>;

fn load(first: u32, at: u32) {
  let index = first + at;
  if (index < N) {
    if (BEGINS) {
      tile_keys[at] = keys[index];
    } else {
      tile_keys[at] = sorted[index];
    }
    if (PAIRS) {
      if (BEGINS) {
        tile_places[at] = index;
      } else {
        tile_places[at] = places[index];
      }
    }
  }
}

fn element(at: u32) -> Element {
  if (PAIRS) {
    return Element(tile_keys[at], tile_places[at]);
  }
  return Element(tile_keys[at], 0u);
}

// Partners differ in the bits of `mask`, the top one of which is `bit`.
fn compare(first: u32, thread: u32, bit: u32, mask: u32) {
  for (var pair = thread; pair < TILE / 2u; pair += WORKGROUP) {
    let lower = ((pair >> bit) << (bit + 1u)) | (pair & ((1u << bit) - 1u));
    let upper = lower ^ mask;
    if (first + upper < N) {
      let a = element(lower);
      let b = element(upper);
      if (precedes(b, a)) {
        tile_keys[lower] = b.key;
        tile_keys[upper] = a.key;
        if (PAIRS) {
          tile_places[lower] = b.place;
          tile_places[upper] = a.place;
        }
      }
    }
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let first = (group.y * GRID_X + group.x) * TILE;
  for (var at = thread; at < TILE; at += WORKGROUP) {
    load(first, at);
  }
  workgroupBarrier();
  for (var stage = select(TILE_BITS - 1u, 0u, BEGINS); stage < TILE_BITS; stage++) {
    for (var step = 0u; step <= stage; step++) {
      let bit = stage - step;
      // A merge begins with mirrored partners, so that both halves ascend.
      let mirrors = BEGINS && step == 0u;
      compare(first, thread, bit, select(1u << bit, (2u << bit) - 1u, mirrors));
      // The next step has other pairs.
      workgroupBarrier();
    }
  }
  for (var at = thread; at < TILE; at += WORKGROUP) {
    if (first + at < N) {
      sorted[first + at] = tile_keys[at];
      if (PAIRS) {
        places[first + at] = tile_places[at];
      }
    }
  }
}
