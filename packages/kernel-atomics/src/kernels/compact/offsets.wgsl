// Where each tile's words begin: the counts of all tiles added up by one workgroup, each of whose threads has as many of them in a row.
const TILES = 4u;
const EACH = 1u; // quads of counts that a thread has
const WORKGROUP = 256u;
const LEVELS = 8u; // WORKGROUP is 2^LEVELS

@group(0) @binding(0) var<storage, read> kept: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> first: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> count: array<u32>;

#import compact/sums.wgsl

fn counts_of(quad: u32) -> vec4u {
  if (4u * quad >= TILES) {
    return vec4u();
  }
  return select(vec4u(), kept[quad], vec4u(4u * quad) + vec4u(0u, 1u, 2u, 3u) < vec4u(TILES));
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) thread: u32) {
  var own = 0u;
  for (var step = 0u; step < EACH; step++) {
    let counts = counts_of(thread * EACH + step);
    own += counts.x + counts.y + counts.z + counts.w;
  }
  let through = sum_through(thread, own);
  var before = through - own;
  for (var step = 0u; step < EACH; step++) {
    let quad = thread * EACH + step;
    let counts = counts_of(quad);
    let two = counts.x + counts.y;
    if (4u * quad < TILES) {
      first[quad] = before + vec4u(0u, counts.x, two, two + counts.z);
    }
    before += two + counts.z + counts.w;
  }
  if (thread == WORKGROUP - 1u) {
    count[0] = through;
  }
}
