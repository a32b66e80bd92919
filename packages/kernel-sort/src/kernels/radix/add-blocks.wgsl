// Adds what stands before each block to its counts.
const COUNT = 1024u;
const WORKGROUP = 128u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read_write> counts: array<vec4u>;
@group(0) @binding(1) var<storage, read> sums: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = group.y * GRID_X + group.x;
  let at = block * WORKGROUP + thread;
  if (4u * at < COUNT) {
    counts[at] += sums[block];
  }
}
