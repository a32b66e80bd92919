// One step of a bitonic network in global memory: every element is compared with one partner.
const N = 1024u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read_write> sorted: array<u32>;
@group(0) @binding(1) var<storage, read_write> places: array<u32>;
// The bit in which partners differ at the top, and all bits in which they do.
@group(0) @binding(2) var<storage, read> step: array<vec2u>;

#import bitonic/precedes.wgsl

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let pair = (group.y * GRID_X + group.x) * 256u + thread;
  let bit = step[0].x;
  let lower = ((pair >> bit) << (bit + 1u)) | (pair & ((1u << bit) - 1u));
  let upper = lower ^ step[0].y;
  // Every comparison is ascending: behind the last element stand elements greater than all, which never move.
  if (upper < N) {
    let a = Element(sorted[lower], load_place(lower));
    let b = Element(sorted[upper], load_place(upper));
    if (precedes(b, a)) {
      sorted[lower] = b.key;
      sorted[upper] = a.key;
      if (PAIRS) {
        places[lower] = b.place;
        places[upper] = a.place;
      }
    }
  }
}

fn load_place(index: u32) -> u32 {
  if (PAIRS) {
    return places[index];
  }
  return 0u;
}
