// Bins of its own for each workgroup: an atomic of workgroup memory for each element, and one of global memory for each bin that has counted.
// Workgroups stay, so that few of them have bins to hand in.
const N = 1000u;
const BINS = 256u;
const SPAN = 256u; // bins of a range; of several ranges each has workgroups of its own, which read all elements
const RANGES = 1u;
const COPIES = 1u; // of each bin, side by side, so that they lie in banks of their own
const SHARE = 256u; // threads in a row that share a copy
const GROUPS = 1u; // workgroups of a range
const TRIPS = 1u;
const WORKGROUP = 256u;
const GRID_X = 128u;
const QUADS = 4u * WORKGROUP; // of a tile
const TILES = (N + 4u * QUADS - 1u) / (4u * QUADS);
const WHOLE = N % (4u * QUADS) == 0u; // no tile has an end within it
const FLUSHES = (SPAN + WORKGROUP - 1u) / WORKGROUP;
const NO_BIN = 0xffffffffu;

@group(0) @binding(0) var<storage, read> x: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> counts: array<atomic<u32>>;

var<workgroup> own: array<atomic<u32>, SPAN * COPIES>;

fn load_quad(index: u32) -> vec4u {
  if (WHOLE) {
    return x[index];
  }
  if (4u * index >= N) {
    return vec4u(NO_BIN);
  }
  return select(vec4u(NO_BIN), x[index], vec4u(4u * index) + vec4u(0u, 1u, 2u, 3u) < vec4u(N));
}

fn count(bin: u32, first: u32, copy: u32) {
  let at = bin - first;
  if ((WHOLE && RANGES == 1u) || at < SPAN) {
    atomicAdd(&own[at * COPIES + copy], 1u);
  }
}

fn count_quad(quad: vec4u, first: u32, copy: u32) {
  count(quad.x, first, copy);
  count(quad.y, first, copy);
  count(quad.z, first, copy);
  count(quad.w, first, copy);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let worker = group.y * GRID_X + group.x;
  // The grid may have workgroups behind the last one.
  if (worker >= GROUPS * RANGES) {
    return;
  }
  // Neighbours count the same elements into different ranges: the later ones find them in the cache.
  let first = worker % RANGES * SPAN;
  let copy = thread / SHARE % COPIES;
  for (var trip = 0u; trip < TRIPS; trip++) {
    let tile = trip * GROUPS + worker / RANGES;
    if (tile >= TILES) {
      break;
    }
    let at = tile * QUADS + thread;
    // All four loads are on their way before the first is waited for.
    let a = load_quad(at);
    let b = load_quad(at + WORKGROUP);
    let c = load_quad(at + 2u * WORKGROUP);
    let d = load_quad(at + 3u * WORKGROUP);
    count_quad(a, first, copy);
    count_quad(b, first, copy);
    count_quad(c, first, copy);
    count_quad(d, first, copy);
  }
  workgroupBarrier();
  for (var flush = 0u; flush < FLUSHES; flush++) {
    let bin = flush * WORKGROUP + thread;
    if (bin < SPAN && first + bin < BINS) {
      var sum = 0u;
      for (var other = 0u; other < COPIES; other++) {
        // Each thread begins with another copy: neighbours read other banks.
        sum += atomicLoad(&own[bin * COPIES + (other + thread) % COPIES]);
      }
      if (sum > 0u) {
        atomicAdd(&counts[first + bin], sum);
      }
    }
  }
}
