// WRONG: a winner of the first level is known by its place in the tile, so that later tiles lose their offset.
const COUNT = 1024u;
const LEVEL = 0u; // 0: every element is a candidate; above, those that `candidates` lists
const OP = 2u; // 1 least, 2 greatest
alias Input = f32;
alias Value = f32;
const WORKGROUP = 256u;
const LEVELS = 8u;
const GRID_X = 1u;
const NONE = 0xffffffffu;

@group(0) @binding(0) var<storage, read> values: array<Input>;
@group(0) @binding(1) var<storage, read> candidates: array<u32>;
@group(0) @binding(2) var<storage, read_write> winners: array<u32>;

var<workgroup> tile_values: array<Value, WORKGROUP>;
var<workgroup> tile_indices: array<u32, WORKGROUP>;

struct Candidate {
  value: Value,
  index: u32,
}

fn beats(a: Value, b: Value) -> bool {
  return select(a > b, a < b, OP == 1u);
}

fn better(a: Candidate, b: Candidate) -> Candidate {
  let wins = b.index == NONE || beats(a.value, b.value) || (a.value == b.value && a.index < b.index);
  if (a.index != NONE && wins) {
    return a;
  }
  return b;
}

fn candidate(position: u32) -> Candidate {
  if (position >= COUNT) {
    return Candidate(Value(0), NONE);
  }
  var index = position;
  if (LEVEL > 0u) {
    index = candidates[position];
  }
  return Candidate(Value(values[index]), index);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile_index = group.y * GRID_X + group.x;
  let own = candidate(tile_index * WORKGROUP + thread);
  tile_values[thread] = own.value;
  tile_indices[thread] = own.index;
  for (var level = 0u; level < LEVELS; level++) {
    // All of one level is written before any of the next is read.
    workgroupBarrier();
    let stride = (WORKGROUP / 2u) >> level;
    if (thread < stride) {
      let lower = Candidate(tile_values[thread], tile_indices[thread]);
      let upper = Candidate(tile_values[thread + stride], tile_indices[thread + stride]);
      let best = better(upper, lower);
      tile_values[thread] = best.value;
      tile_indices[thread] = best.index;
    }
  }
  if (thread == 0u && tile_index * WORKGROUP < max(COUNT, 1u)) {
    winners[tile_index] = select(tile_indices[0], tile_indices[0] % WORKGROUP, LEVEL == 0u);
  }
}
