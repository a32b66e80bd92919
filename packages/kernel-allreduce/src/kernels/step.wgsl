// Executes one step of a schedule: every move combines the vectors of some ranks, in order of rank, at one rank's place.
alias Element = f32;
// What sums are formed in: f32 for f16 elements.
alias Value = f32;
const OP = 0u; // 0 sum, 1 mean, 2 max
// What a mean divides by.
const RANKS = 1u;
// Words of a move, and the most vectors that one of them combines.
const RECORD = 8u;
const TERMS = 2u;
const QUADS = 4u;
const WORKGROUP = 256u;
// Identity of the algorithm: the schedule is data, but another one is another kernel.
const SCHEDULE = 0u;

@group(0) @binding(0) var<storage, read> source: array<vec4<Element>>;
@group(0) @binding(1) var<storage, read_write> destination: array<vec4<Element>>;
// The moves of this step: elements, terms, first quad of the result (high bit: the total is complete), nothing,
// then the terms: first quad of a rank's vector (high bit: it lies in the destination).
@group(0) @binding(2) var<storage, read> moves: array<u32>;

#import quads.wgsl

fn load(term: u32, quad: u32) -> vec4<Value> {
  let index = (term & 0x7fffffffu) + quad;
  if (term >= 0x80000000u) {
    return vec4<Value>(destination[index]);
  }
  return vec4<Value>(source[index]);
}

fn finish(total: vec4<Value>, is_complete: bool) -> vec4<Element> {
  if (OP == 1u && is_complete) {
    return vec4<Element>(total / Value(RANKS));
  }
  return vec4<Element>(total);
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let record = group.y * RECORD;
  let count = moves[record];
  let terms = moves[record + 1u];
  let result = moves[record + 2u] & 0x7fffffffu;
  let is_complete = moves[record + 2u] >= 0x80000000u;
  let piece = (group.z * groups.x + group.x) * (QUADS * WORKGROUP);
  let first = piece + thread;
  let last = (count + 3u) / 4u - 1u;
  // The grid holds the longest move of the step, in whole rows of workgroups.
  if (first > last) {
    return;
  }

  // Loads of all quads are under way before the first is used. A quad behind the last one is this thread's first again:
  // any other may be written meanwhile.
  var total: array<vec4<Value>, QUADS>;
  for (var q = 0u; q < QUADS; q++) {
    let quad = first + q * WORKGROUP;
    total[q] = load(moves[record + 4u], select(first, quad, quad <= last));
  }
  for (var term = 1u; term < TERMS; term++) {
    if (term < terms) {
      for (var q = 0u; q < QUADS; q++) {
        let quad = first + q * WORKGROUP;
        total[q] = combine(total[q], load(moves[record + 4u + term], select(first, quad, quad <= last)));
      }
    }
  }
  for (var q = 0u; q < QUADS; q++) {
    let quad = first + q * WORKGROUP;
    if (quad > last) {
      break;
    }
    store(result + quad, finish(total[q], is_complete), count - 4u * quad);
  }
}
