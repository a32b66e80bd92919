// Reads each node of a chain once, by all of the device, so that the caches hold as much of it as they can: the wrapping sum of every 256
// nodes says that none was left out.
const NODES = 3u;
const BLOCKS = 1u; // NODES / 256, rounded up
const SPACING = 32u; // words from node to node
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> next: array<u32>;
@group(0) @binding(1) var<storage, read_write> warmed: array<u32>;

var<workgroup> total: atomic<u32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = group.y * GRID_X + group.x;
  let node = block * 256u + thread;
  if (node < NODES) {
    atomicAdd(&total, next[node * SPACING]);
  }
  workgroupBarrier();
  if (thread == 0u && block < BLOCKS) {
    warmed[block] = atomicLoad(&total);
  }
}
