// Reads a working set over and over: workgroups walk side by side along a stream of vec4s that begins anew wherever the set ends, TRIPS a thread,
// and each gives the wrapping sum of its part. A word comes again only when all others have come, and to another workgroup: no core has
// in its own cache what a larger set comes round with. How fast that goes says in which level of the memory the set has its place.
const QUADS = 4u; // vec4s of the set
const TRIPS = 4u;
const AHEAD = 4u; // loads that do not wait for each other; divides TRIPS
const GROUPS = 1u;
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

var<workgroup> total: atomic<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let own = group.y * GRID_X + group.x;
  var sum = vec4u();
  for (var trip = 0u; trip < TRIPS; trip += AHEAD) {
    for (var step = 0u; step < AHEAD; step++) {
      let block = (trip + step) * GROUPS + own;
      sum += x[(block * WORKGROUP + thread) % QUADS];
    }
  }
  atomicAdd(&total, sum.x + sum.y + sum.z + sum.w);
  workgroupBarrier();
  if (thread == 0u && own < GROUPS) {
    sums[own] = atomicLoad(&total);
  }
}
