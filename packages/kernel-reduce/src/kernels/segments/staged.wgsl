// One thread for each segment, and one workgroup for as many as it has threads: their elements lie side by side, so that it brings them
// into workgroup memory in whole lines, a block at a time, and each thread adds up its own from there.
const SEGMENTS = 16u;
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Input = f32;
alias Value = f32;
const WORKGROUP = 256u;
const GRID_X = 1u;
// Elements of a block, as many for each thread.
const BLOCK = 2048u;

@group(0) @binding(0) var<storage, read> values: array<Input>;
@group(0) @binding(1) var<storage, read> offsets: array<u32>;
@group(0) @binding(2) var<storage, read_write> result: array<Value>;

const PLACES = BLOCK + BLOCK / 32u;
var<workgroup> staged: array<Value, PLACES>;

// Every 32 elements leave a gap: threads whose segments are 16 or 32 long read from different banks.
fn place_of(element: u32) -> u32 {
  return element + element / 32u;
}

fn combine(a: Value, b: Value) -> Value {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let first = (group.y * GRID_X + group.x) * WORKGROUP;
  if (first >= SEGMENTS) {
    return;
  }
  let end = offsets[min(first + WORKGROUP, SEGMENTS)];
  // A thread without a segment has the empty one behind the last.
  let own_begin = offsets[min(first + thread, SEGMENTS)];
  let own_end = offsets[min(first + thread + 1u, SEGMENTS)];
  var sum = Value(IDENTITY);
  for (var block = offsets[first]; block < end; block += BLOCK) {
    // The block before has been read.
    workgroupBarrier();
    for (var step = 0u; step < BLOCK / WORKGROUP; step++) {
      let element = step * WORKGROUP + thread;
      if (block + element < end) {
        staged[place_of(element)] = Value(values[block + element]);
      }
    }
    workgroupBarrier();
    let own_stop = min(own_end, block + BLOCK);
    for (var index = max(own_begin, block); index < own_stop; index++) {
      sum = combine(sum, staged[place_of(index - block)]);
    }
  }
  if (first + thread < SEGMENTS) {
    result[first + thread] = sum;
  }
}
