// The sum of a tile a workgroup as a tree in workgroup memory: what subgroups do without memory and barriers, for each of four vec4s a thread.
const N = 1000u;
const WORKGROUP = 256u;
const LEVELS = 8u; // of a tree over WORKGROUP leaves, rounded up
const GRID_X = 128u;
alias Value = f32;

@group(0) @binding(0) var<storage, read> x: array<vec4<Value>>;
@group(0) @binding(1) var<storage, read_write> sums: array<Value>;

var<workgroup> partial: array<vec4<Value>, WORKGROUP>;

fn load_quad(index: u32) -> vec4<Value> {
  if (index < N / 4u) {
    return x[index];
  }
  if (N % 4u > 0u && index == N / 4u) {
    return select(vec4<Value>(), x[index], vec4u(0u, 1u, 2u, 3u) < vec4u(N % 4u));
  }
  return vec4<Value>();
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = group.y * GRID_X + group.x;
  var columns = vec4<Value>();
  for (var step = 0u; step < 4u; step++) {
    partial[thread] = load_quad((tile * 4u + step) * WORKGROUP + thread);
    for (var level = LEVELS; level > 0u; level--) {
      // What the level before, or the load, has left.
      workgroupBarrier();
      let reach = 1u << (level - 1u);
      if (thread < reach && thread + reach < WORKGROUP) {
        partial[thread] += partial[thread + reach];
      }
    }
    if (thread == 0u) {
      columns += partial[0];
    }
    // The sum is taken before the next vec4s are laid down.
    workgroupBarrier();
  }
  if (thread == 0u && tile * 16u * WORKGROUP < max(N, 1u)) {
    sums[tile] = columns.x + columns.y + columns.z + columns.w;
  }
}
