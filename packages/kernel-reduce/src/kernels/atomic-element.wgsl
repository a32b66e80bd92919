// A thread and an integer atomic for each element, all on one word, which the dispatch before has reset.
const N = 1024u;
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Input = i32;
alias Value = i32;
const WORKGROUP = 256u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> values: array<Input>;
@group(0) @binding(1) var<storage, read_write> result: array<atomic<Value>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index < N) {
    switch (OP) {
      case 1u: {
        atomicMin(&result[0], values[index]);
      }
      case 2u: {
        atomicMax(&result[0], values[index]);
      }
      default: {
        atomicAdd(&result[0], values[index]);
      }
    }
  }
}
