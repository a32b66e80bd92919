// Reads every rank's vector once and writes every rank's result once: what one memory allows and no network does.
alias Element = f32;
alias Value = f32;
const OP = 0u; // 0 sum, 1 mean, 2 max
const RANKS = 1u;
// Quads from one rank's slice to the next.
const STRIDE = 16u;
const N = 0u;
const WORKGROUP = 256u;
// Whether the vectors already lie where the results go.
const IN_PLACE = false;

@group(0) @binding(0) var<storage, read> source: array<vec4<Element>>;
@group(0) @binding(1) var<storage, read_write> destination: array<vec4<Element>>;

#import quads.wgsl

fn load(rank: u32, quad: u32) -> vec4<Value> {
  if (IN_PLACE) {
    return vec4<Value>(destination[rank * STRIDE + quad]);
  }
  return vec4<Value>(source[rank * STRIDE + quad]);
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let quad = (group.z * groups.x + group.x) * WORKGROUP + thread;
  if (4u * quad >= N) {
    return;
  }
  var total = load(0u, quad);
  for (var rank = 1u; rank < RANKS; rank++) {
    total = combine(total, load(rank, quad));
  }
  if (OP == 1u && RANKS > 1u) {
    total = total / Value(RANKS);
  }
  let value = vec4<Element>(total);
  for (var rank = 0u; rank < RANKS; rank++) {
    store(rank * STRIDE + quad, value, N - 4u * quad);
  }
}
