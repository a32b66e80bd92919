// What workgroups that stay know of each other's tiles: each adds the sums that were published since its last tile, a window, and sums up
// itself what stays silent. Who imports this declares `subgroup_sum`: what a subgroup's part of a tile sums up to, added as its owner does.

// Tiles that a thread looks at in one go: more than one where there are more workgroups than threads.
const SEEN_AT_ONCE = 1u;

#import published.wgsl

// One more than the number of a tile that stayed silent, in the lower 24 bits; none for 0. The upper ones say which to begin with: each
// workgroup with another, so that those who wait share the work.
var<workgroup> silent: atomic<u32>;
const NUMBER = 0xffffffu;
var<workgroup> window_sums: array<Value, MOST_SUBGROUPS>;

// A lane's part of what the subgroups left in `window_sums`: its lanes' parts sum up to all of it, in every subgroup.
fn part_of_subgroups(thread: Thread) -> Value {
  var sum = Value(0);
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * thread.size + thread.lane;
    if (other < WORKGROUP / thread.size) {
      sum += window_sums[other];
    }
  }
  return sum;
}

// The sum of a tile by whoever waits for it.
fn sum_for(tile: u32, thread: Thread) -> Value {
  let own = subgroup_sum(load_tile(tile, thread), thread);
  if (thread.lane == 0u) {
    window_sums[thread.subgroup] = own;
  }
  if (thread.index == 0u) {
    atomicStore(&silent, 0u);
  }
  workgroupBarrier();
  let sum = subgroupAdd(part_of_subgroups(thread));
  if (thread.index == 0u) {
    publish_for(tile, sum);
  }
  return sum;
}

// What was seen first, or as soon as the tile is not silent.
fn seen_soon(first: Seen, wanted: u32) -> Seen {
  var seen = first;
  for (var looks = 1u; looks < LOOKS; looks++) {
    if (!seen.is_silent) {
      break;
    }
    seen = seen_of(wanted);
  }
  return seen;
}

// Once more, as another workgroup may have summed it up meanwhile; who still sees nothing says so.
fn seen_at_last(seen: Seen, wanted: u32, thread: Thread) -> Seen {
  if (!seen.is_silent) {
    return seen;
  }
  let again = seen_of(wanted);
  if (again.is_silent) {
    atomicMax(&silent, (((wanted + 37u * thread.group) % 256u) << 24u) | (wanted + 1u));
  }
  return again;
}

fn known_sum(seen: Seen, wanted: u32, summed: u32, sum: Value) -> Seen {
  if (seen.is_silent && wanted == summed) {
    return Seen(false, sum);
  }
  return seen;
}

// What a thread sees of its tiles, a workgroup's width apart.
struct Sight {
  near: Seen,
  far: Seen,
}

// The first look at SEEN_AT_ONCE workgroups' widths from `first` on; nothing from `tile` on. Nothing is waited for.
fn glance(first: u32, tile: u32, thread: Thread) -> Sight {
  var far = NO_TILE;
  let near = seen_in(first + thread.index, tile);
  if (SEEN_AT_ONCE > 1u) {
    far = seen_in(first + thread.index + WORKGROUP, tile);
  }
  return Sight(near, far);
}

// What a thread's tiles from `first` on sum up to, of which it had the first look.
fn look(sight: Sight, first: u32, thread: Thread) -> Value {
  let wanted = first + thread.index;
  let farther = wanted + WORKGROUP;
  var near = seen_soon(sight.near, wanted);
  var far = seen_soon(sight.far, farther);
  loop {
    near = seen_at_last(near, wanted, thread);
    far = seen_at_last(far, farther, thread);
    let missing = workgroupUniformLoad(&silent) & NUMBER;
    if (missing == 0u) {
      break;
    }
    let sum = sum_for(missing - 1u, thread);
    near = known_sum(near, wanted, missing - 1u, sum);
    far = known_sum(far, farther, missing - 1u, sum);
  }
  return near.sum + far.sum;
}

// A lane's part of the sum of the tiles from `known` to the one before `tile`, by the first look at them. Parts, as who adds more to them
// adds across lanes once.
fn part_of_window(first_sight: Sight, known: u32, tile: u32, thread: Thread) -> Value {
  var sum = Value(0);
  // One look at least, even at no tile: its barrier stands between two windows.
  var sight = first_sight;
  var first = known;
  loop {
    sum += look(sight, first, thread);
    first += SEEN_AT_ONCE * WORKGROUP;
    if (first >= tile) {
      break;
    }
    sight = glance(first, tile, thread);
  }
  sum = subgroupAdd(sum);
  if (thread.lane == 0u) {
    window_sums[thread.subgroup] = sum;
  }
  workgroupBarrier();
  return part_of_subgroups(thread);
}
