// LANES lanes a row, as many as the mean row has quads, and two rows at once: loads of 16 bytes, of two rows in flight together.
enable subgroups;

const ROWS = 16u;
const LAST_QUAD = 0u; // the last vec4 that holds an entry
const LANES = 4u;
const WORKGROUP = 256u;
const GRID_X = 1u;
const TEAMS = WORKGROUP / LANES;

@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read> cols: array<vec4u>;
@group(0) @binding(2) var<storage, read> vals: array<vec4f>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

#import csr/quads.wgsl

fn bounds(row: u32) -> vec2u {
  let known = min(row, ROWS - 1u);
  // A row that is none is empty.
  return select(vec2u(), vec2u(offsets[known], offsets[known + 1u]), row < ROWS);
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  // Threads by their lanes, which a shuffle knows.
  let thread = subgroup * size + lane;
  let row = (group.y * GRID_X + group.x) * 2u * TEAMS + thread / LANES;
  let a = bounds(row);
  let b = bounds(row + TEAMS);
  var quads = vec2u(a.x, b.x) / 4u + thread % LANES;
  let ends = vec2u(a.y, b.y);
  var sums = vec2f();
  while (any(4u * quads < ends)) {
    sums += vec2f(quad_sum(quads.x, a.x, a.y), quad_sum(quads.y, b.x, b.y));
    quads += LANES;
  }
  for (var distance = 1u; distance < LANES; distance *= 2u) {
    sums += subgroupShuffleXor(sums, distance);
  }
  if (thread % LANES == 0u) {
    if (row < ROWS) {
      y[row] = sums.x;
    }
    if (row + TEAMS < ROWS) {
      y[row + TEAMS] = sums.y;
    }
  }
}
