// An atomic for each subgroup: its lanes share out the places between them.
enable subgroups;

const N = 1000u;
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<storage, read_write> count: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_invocation_id) lane: u32,
) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  var word = 0u;
  if (index < N) {
    word = x[index];
  }
  let own = select(0u, 1u, word != 0u);
  let before = subgroupExclusiveAdd(own);
  let all = subgroupAdd(own);
  var first = 0u;
  if (lane == 0u && all > 0u) {
    first = atomicAdd(&count[0], all);
  }
  first = subgroupBroadcastFirst(first);
  if (word != 0u) {
    y[first + before] = word;
  }
}
