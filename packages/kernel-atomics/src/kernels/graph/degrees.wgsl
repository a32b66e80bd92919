// Two atomics for each edge: one at either end.
const EDGES = 1000u;
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> edges: array<vec2u>;
@group(0) @binding(1) var<storage, read_write> degrees: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index < EDGES) {
    let edge = edges[index];
    atomicAdd(&degrees[edge.x], 1u);
    atomicAdd(&degrees[edge.y], 1u);
  }
}
