// Sums of partitions of LANES neighbours, a part of a subgroup each: a butterfly over so many lanes never leaves them.
enable subgroups;

const N = 1000u;
const LANES = 8u; // 4, 8 or 16, no more than a subgroup has
const LEVELS = 3u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

fn load(index: u32) -> u32 {
  if (index < N) {
    return x[index];
  }
  return 0u;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let first = (group.y * GRID_X + group.x) * 1024u + subgroup * size + lane;
  let places = vec4u(first) + vec4u(0u, 256u, 512u, 768u);
  var sum = vec4u(load(places.x), load(places.y), load(places.z), load(places.w));
  for (var level = 0u; level < LEVELS; level++) {
    sum += subgroupShuffleXor(sum, 1u << level);
  }
  if (lane % LANES == 0u) {
    for (var row = 0u; row < 4u; row++) {
      if (places[row] < N) {
        sums[places[row] / LANES] = sum[row];
      }
    }
  }
}
