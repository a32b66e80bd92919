// WRONG: there is no barrier between the levels, so a level may read what the one before has not written.
const N = 1024u;
const EXCLUSIVE = false;
alias Value = f32;
const WORKGROUP = 256u;
const LEVELS = 8u;
const GRID_X = 4u;

@group(0) @binding(0) var<storage, read> values: array<Value>;
@group(0) @binding(1) var<storage, read_write> result: array<Value>;
@group(0) @binding(2) var<storage, read_write> sums: array<Value>;

var<workgroup> buffers: array<Value, 2u * WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = group.y * GRID_X + group.x;
  let index = tile * WORKGROUP + thread;
  var sum = Value(0);
  if (index < N) {
    sum = values[index];
  }
  buffers[thread] = sum;
  for (var level = 0u; level < LEVELS; level++) {
    let stride = 1u << level;
    if (thread >= stride) {
      sum += buffers[((level % 2u) * WORKGROUP + thread - stride) % (2u * WORKGROUP)];
    }
    buffers[((level + 1u) % 2u) * WORKGROUP + thread] = sum;
  }
  workgroupBarrier();
  if (thread == WORKGROUP - 1u && tile * WORKGROUP < N) {
    sums[tile] = sum;
  }
  if (EXCLUSIVE) {
    // The sum of the element before, not the own one less the own element: that would round twice.
    sum = Value(0);
    if (thread > 0u) {
      sum = buffers[(LEVELS % 2u) * WORKGROUP + (thread + WORKGROUP - 1u) % WORKGROUP];
    }
  }
  if (index < N) {
    result[index] = sum;
  }
}
