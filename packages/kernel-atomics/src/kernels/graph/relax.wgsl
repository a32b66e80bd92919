// A round of the search over all edges: an end that is nearer by way of the other one takes the lesser level. Levels of this round may be
// seen in it or not, as atomics are relaxed: as many rounds as the graph is deep are enough, and mostly fewer are.
const EDGES = 1000u;
const WORKGROUP = 256u;
const GRID_X = 128u;
const UNREACHED = 0xffffffffu;

@group(0) @binding(0) var<storage, read> edges: array<vec2u>;
@group(0) @binding(1) var<storage, read_write> levels: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> before: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> changed: array<atomic<u32>>;

fn relax(near: u32, far: u32) {
  let level = atomicLoad(&levels[near]);
  if (level != UNREACHED && level + 1u < atomicLoad(&levels[far])) {
    atomicMin(&levels[far], level + 1u);
    atomicStore(&changed[0], 1u);
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  // Nothing changes any more once a round has changed nothing.
  if (atomicLoad(&before[0]) == 0u) {
    return;
  }
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index < EDGES) {
    let edge = edges[index];
    relax(edge.x, edge.y);
    relax(edge.y, edge.x);
  }
}
