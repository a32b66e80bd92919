// One subgroup for each segment: 16-byte loads, four in flight a lane, shuffles, no barrier. Segments start anywhere, so
// what a first or last quad holds of its neighbours is masked.
enable subgroups;

const SEGMENTS = 16u;
alias Quad = vec4<f32>;

#import segments/in-turns.wgsl

@group(0) @binding(0) var<storage, read> values: array<Quad>;
@group(0) @binding(1) var<storage, read> offsets: array<u32>;
@group(0) @binding(2) var<storage, read_write> result: array<Value>;

// The elements of a quad that lie in [begin, end).
fn load_quad(quad: u32, begin: u32, end: u32) -> vec4<Value> {
  let none = vec4<Value>(Value(IDENTITY));
  if (4u * quad >= end) {
    return none;
  }
  let elements = vec4u(4u * quad) + vec4u(0u, 1u, 2u, 3u);
  let is_own = (elements >= vec4u(begin)) & (elements < vec4u(end));
  return select(none, vec4<Value>(values[quad]), is_own);
}

// The bounds are the same in all lanes, and so is the number of trips.
fn walk(begin: u32, end: u32, lane: u32, size: u32) -> Value {
  var sum = vec4<Value>(Value(IDENTITY));
  for (var first = begin / 4u; 4u * first < end; first += 4u * size) {
    let a = load_quad(first + lane, begin, end);
    let b = load_quad(first + lane + size, begin, end);
    let c = load_quad(first + lane + 2u * size, begin, end);
    let d = load_quad(first + lane + 3u * size, begin, end);
    sum = combine4(sum, combine4(combine4(a, b), combine4(c, d)));
  }
  return combine(combine(sum.x, sum.y), combine(sum.z, sum.w));
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let first = (group.y * GRID_X + group.x) * ITEMS_PER_GROUP;
  for (var turn = 0u; turn < TURNS; turn++) {
    let local = turn * (WORKGROUP / size) + subgroup;
    let segment = first + local;
    let is_own = local < ITEMS_PER_GROUP && segment < SEGMENTS;
    var sum = Value(IDENTITY);
    if (is_own) {
      sum = walk(offsets[segment], offsets[segment + 1u], lane, size);
    }
    let total = fold_subgroup(sum);
    if (is_own && lane == 0u) {
      result[segment] = total;
    }
  }
}
