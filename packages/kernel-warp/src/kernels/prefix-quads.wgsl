// Prefix sums of blocks, each thread with a vec4 of several blocks: it adds up its own four numbers, so that one ladder a block leads over the
// lanes instead of four. Blocks do not wait for each other, and share one barrier.
enable subgroups;

const N = 1000u;
const BUILTIN = false; // else by shuffles from the lanes below
const INCLUSIVE = true;
const WORKGROUP = 256u;
const BLOCKS = 4u; // of a workgroup
const SUBGROUPS = 64u; // the most that a workgroup may have
const LEVELS = 5u; // of a ladder over the most lanes that a subgroup may have
const GRID_X = 128u;
alias Value = f32;

@group(0) @binding(0) var<storage, read> x: array<vec4<Value>>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4<Value>>;

var<workgroup> subgroup_sums: array<array<Value, BLOCKS>, SUBGROUPS>;

// Hillis and Steele: each lane adds what the lane `reach` below it has so far, if there is one.
fn up_to(own: Value, lane: u32) -> Value {
  if (BUILTIN) {
    return subgroupInclusiveAdd(own);
  }
  var sum = own;
  for (var level = 0u; level < LEVELS; level++) {
    let reach = 1u << level;
    let below = subgroupShuffleUp(sum, reach);
    sum += select(Value(), below, lane >= reach);
  }
  return sum;
}

// Behind the end stand zeros.
fn load_quad(index: u32) -> vec4<Value> {
  if (N % (4u * WORKGROUP * BLOCKS) == 0u || 4u * index + 3u < N) {
    return x[index];
  }
  if (4u * index >= N) {
    return vec4<Value>();
  }
  return select(vec4<Value>(), x[index], vec4u(4u * index) + vec4u(0u, 1u, 2u, 3u) < vec4u(N));
}

fn store_quad(index: u32, quad: vec4<Value>) {
  if (N % (4u * WORKGROUP * BLOCKS) == 0u || 4u * index + 3u < N) {
    y[index] = quad;
    return;
  }
  // Of a vec4 that is not whole the last number is behind the end.
  for (var part = 0u; part < 3u; part++) {
    if (4u * index + part < N) {
      y[index][part] = quad[part];
    }
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let first = (group.y * GRID_X + group.x) * BLOCKS * WORKGROUP;
  // Threads lie in a subgroup by their lanes, whose last one may lack some.
  let within = subgroup * size + lane;
  let there = min(size, WORKGROUP - subgroup * size);
  var quads: array<vec4<Value>, BLOCKS>;
  for (var block = 0u; block < BLOCKS; block++) {
    quads[block] = load_quad(first + block * WORKGROUP + within);
  }
  var sums: array<Value, BLOCKS>;
  for (var block = 0u; block < BLOCKS; block++) {
    let quad = quads[block];
    let two = quad.x + quad.y;
    let three = two + quad.z;
    quads[block] = vec4(quad.x, two, three, three + quad.w);
    sums[block] = up_to(quads[block].w, lane);
    let sum = subgroupShuffle(sums[block], there - 1u);
    if (lane == 0u) {
      subgroup_sums[subgroup][block] = sum;
    }
  }
  workgroupBarrier();
  for (var block = 0u; block < BLOCKS; block++) {
    let below = subgroupShuffleUp(sums[block], 1u);
    var before = select(Value(), below, lane > 0u);
    for (var other = 0u; other < SUBGROUPS; other++) {
      if (other < subgroup) {
        before += subgroup_sums[other][block];
      }
    }
    var result = quads[block] + before;
    if (!INCLUSIVE) {
      result = vec4(before, result.xyz);
    }
    store_quad(first + block * WORKGROUP + within, result);
  }
}
