// Each workgroup finds the index of the extreme of one tile, upper half onto lower half in workgroup memory.
// The winners' indices are a shorter list; the same kernel runs on it, looking their values up, until one is left.
const OP = 2u; // 1 least, 2 greatest
alias Input = f32;
alias Value = f32;
const WORKGROUP = 256u;
const LEVELS = 8u;
const GRID_X = 1u;

#import candidate-list.wgsl

var<workgroup> tile_values: array<Value, WORKGROUP>;
var<workgroup> tile_indices: array<u32, WORKGROUP>;

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
    winners[tile_index] = tile_indices[0];
  }
}
