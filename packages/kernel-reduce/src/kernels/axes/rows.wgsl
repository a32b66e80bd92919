// Rows of contiguous elements: as many threads a row as it has work for, 16-byte loads, shuffles. A row that a
// subgroup holds needs no barrier. Long rows are split into parts, which a second dispatch of the same kernel folds.
enable subgroups;

const ROWS = 16u;
const REDUCED = 64u;
const SPLITS = 1u;
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Value = f32;
alias Quad = vec4<f32>;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
const SUBGROUP_LEVELS = 7u;
// Threads of one part of a row: a power of two.
const THREADS = 16u;
const TRIPS = 1u;
const IN_FLIGHT = 1u;
const GRID_X = 1u;
const IS_ALIGNED = REDUCED % 4u == 0u;
// Quads that a row touches at most: one that is no whole number of quads may start and end within one.
const QUADS = select((REDUCED + 6u) / 4u, REDUCED / 4u, IS_ALIGNED);
const IS_WHOLE = IS_ALIGNED && QUADS == SPLITS * TRIPS * IN_FLIGHT * THREADS;

@group(0) @binding(0) var<storage, read> values: array<Quad>;
@group(0) @binding(1) var<storage, read_write> result: array<Value>;

// One value for each subgroup of a part that has several.
var<workgroup> partials: array<Value, WORKGROUP / SUBGROUP_MIN>;

fn combine(a: Value, b: Value) -> Value {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

fn combine4(a: vec4<Value>, b: vec4<Value>) -> vec4<Value> {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

// Quad `quad` of a row; what belongs to its neighbours counts for nothing.
fn load_quad(row: u32, quad: u32) -> vec4<Value> {
  let none = vec4<Value>(Value(IDENTITY));
  let begin = row * REDUCED;
  let index = begin / 4u + quad;
  if (IS_WHOLE) {
    return vec4<Value>(values[index]);
  }
  if (quad >= QUADS) {
    return none;
  }
  if (IS_ALIGNED) {
    return vec4<Value>(values[index]);
  }
  let elements = vec4u(4u * index) + vec4u(0u, 1u, 2u, 3u);
  let is_own = (elements >= vec4u(begin)) & (elements < vec4u(begin + REDUCED));
  return select(none, vec4<Value>(values[index]), is_own);
}

// Loads that are not made are known when compiled.
fn load_if(is_made: bool, row: u32, quad: u32) -> vec4<Value> {
  if (is_made) {
    return load_quad(row, quad);
  }
  return vec4<Value>(Value(IDENTITY));
}

// Folds the threads of a part; the value is right in the first of them.
fn fold_part(own: Value, slot: u32, size: u32) -> Value {
  let together = min(size, THREADS);
  var value = own;
  for (var level = 0u; level < SUBGROUP_LEVELS; level++) {
    // Every level runs in all lanes; the condition is the same for a whole subgroup.
    if ((1u << level) < together) {
      value = combine(value, subgroupShuffleXor(value, 1u << level));
    }
  }
  // More threads than the smallest subgroup: the rest goes through workgroup memory.
  if (THREADS > SUBGROUP_MIN) {
    if (slot % together == 0u) {
      partials[(slot / together) % (WORKGROUP / SUBGROUP_MIN)] = value;
    }
    workgroupBarrier();
    if (slot % THREADS == 0u) {
      for (var other = 1u; other < THREADS / SUBGROUP_MIN; other++) {
        if (other < THREADS / together) {
          value = combine(value, partials[(slot / together + other) % (WORKGROUP / SUBGROUP_MIN)]);
        }
      }
    }
  }
  return value;
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  // Numbered by subgroup and lane, so that neighbours in a row are neighbours in a subgroup.
  let slot = subgroup * size + lane;
  let item = (group.y * GRID_X + group.x) * (WORKGROUP / THREADS) + slot / THREADS;
  let row = item / SPLITS;
  let part = item % SPLITS;
  var quad = vec4<Value>(Value(IDENTITY));
  for (var trip = 0u; trip < TRIPS; trip++) {
    let first = (part * TRIPS + trip) * IN_FLIGHT * THREADS + slot % THREADS;
    let a = load_quad(row, first);
    let b = load_if(IN_FLIGHT > 1u, row, first + THREADS);
    let c = load_if(IN_FLIGHT > 2u, row, first + 2u * THREADS);
    let d = load_if(IN_FLIGHT > 3u, row, first + 3u * THREADS);
    quad = combine4(quad, combine4(combine4(a, b), combine4(c, d)));
  }
  let own = combine(combine(quad.x, quad.y), combine(quad.z, quad.w));
  let value = fold_part(own, slot, size);
  if (slot % THREADS == 0u && item < ROWS * SPLITS) {
    result[item] = value;
  }
}
