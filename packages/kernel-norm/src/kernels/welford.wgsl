// Two sweeps: the first updates mean and squared deviations together (Welford, 1962), and merges such triples across
// subgroup and workgroup (Chan, Golub & LeVeque, 1979). That keeps the variance right whatever the mean; the mean's own
// last digits are kept by following it relative to one of the row's numbers. Layer normalisation only.
enable subgroups;

const ROWS = 33u;
// Four columns an item where their number is a multiple of 4, else one.
const WIDTH = 1u;
const ITEMS = 257u;
alias Item = f32;
const EPSILON = 1e-5;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
const SUBGROUP_LEVELS = 7u;
const STEPS = (ITEMS + WORKGROUP - 1u) / WORKGROUP;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<Item>;
@group(0) @binding(1) var<storage, read_write> y: array<Item>;
@group(0) @binding(2) var<storage, read> gamma: array<Item>;
@group(0) @binding(3) var<storage, read> beta: array<Item>;

// Count, mean and sum of squared deviations.
alias Partial = vec3f;
const NOTHING = Partial(0.0);

#import @kernel-ladder/kernel-kit/kernels/fold-partials.wgsl

// The middle one of three columns, so that one outlier does no harm.
fn pivot_of(row: u32) -> f32 {
  let a = vec4f(x[row * ITEMS]).x;
  let b = vec4f(x[row * ITEMS + ITEMS / 2u]).x;
  let c = vec4f(x[row * ITEMS + ITEMS - 1u]).x;
  return max(min(a, b), min(max(a, b), c));
}

fn merge(a: Partial, b: Partial) -> Partial {
  let count = a.x + b.x;
  let delta = b.y - a.y;
  // Neither may have seen a column.
  let share = select(b.x / count, 0.0, count == 0.0);
  return Partial(count, a.y + delta * share, a.z + b.z + delta * delta * a.x * share);
}

fn fold_subgroup(own: Partial, size: u32) -> Partial {
  var triple = own;
  for (var level = 0u; level < SUBGROUP_LEVELS; level++) {
    // Every level runs in all lanes; the condition is the same for a whole subgroup.
    if ((1u << level) < size) {
      triple = merge(triple, subgroupShuffleXor(triple, 1u << level));
    }
  }
  // The order of a merge shows in its last bit: all lanes go on with the same triple.
  return subgroupBroadcastFirst(triple);
}

// The four lanes of an item have seen as many columns each. A single column fills all four, and counts as a quarter in
// each.
fn join(count: f32, item_mean: Item, item_squares: Item) -> Partial {
  let mean = vec4f(item_mean);
  let squares = vec4f(item_squares);
  let low = merge(Partial(count, mean.x, squares.x), Partial(count, mean.y, squares.y));
  let high = merge(Partial(count, mean.z, squares.z), Partial(count, mean.w, squares.w));
  let all = merge(low, high);
  return all * vec3f(f32(WIDTH) / 4.0, 1.0, f32(WIDTH) / 4.0);
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
  @builtin(num_subgroups) subgroups: u32,
) {
  let row = group.y * GRID_X + group.x;
  if (row >= ROWS) {
    return;
  }
  let pivot = pivot_of(row);
  var count = 0.0;
  var mean = Item();
  var squares = Item();
  for (var step = 0u; step < STEPS; step++) {
    let item = step * WORKGROUP + thread;
    if (item < ITEMS) {
      let value = x[row * ITEMS + item] - pivot;
      let delta = value - mean;
      count += 1.0;
      mean += delta / count;
      squares += delta * (value - mean);
    }
  }
  let triple = fold_workgroup(join(count, mean, squares), subgroup, lane, vec2u(size, subgroups));
  let inverse = inverseSqrt(triple.z / triple.x + EPSILON);
  for (var step = 0u; step < STEPS; step++) {
    let item = step * WORKGROUP + thread;
    if (item < ITEMS) {
      y[row * ITEMS + item] = ((x[row * ITEMS + item] - pivot) - triple.y) * inverse * gamma[item] + beta[item];
    }
  }
}
