// One read and one write without a chain: a workgroup stays and takes every GROUPS-th tile, or the one that is next. It knows what stands
// before the tile that it had last, so that it needs no more than the sums of the tiles in between, which their workgroups publish as
// soon as they know them. Nobody waits for what another one has found by waiting. Where a workgroup's tiles are fixed, the sums are
// added in the same order whatever the timing.
// A tile's loads are in flight while the tile before it is finished. Workgroups that do not run are stood in for, as in look-back.wgsl.
enable subgroups;

// Workgroups that share the tiles.
const GROUPS = 4u;
const GRID_X = 4u;
// Whether a tile is finished after the next one is published, not before: everyone else has had the time of a load to publish.
const IS_LATE = true;
// Whether the next tile's loads begin before a tile is scanned, not when it is published: they are in flight all the time.
const IS_EARLY = false;
// Whether a workgroup's next tile is the one that nobody has yet, by a ticket: who is fast takes more of them.
const IS_DRAWN = false;
// Tiles that a thread looks at in one go: more than one where there are more workgroups than threads.
const SEEN_AT_ONCE = 1u;
// Looks at a tile that is silent before it is summed up here.
const LOOKS = 16u;

#import scanned-tiles.wgsl

#import states.wgsl

// One more than the number of a tile that stayed silent, in the lower 24 bits; none for 0. The upper ones say which to begin with: each
// workgroup with another, so that those who wait share the work.
var<workgroup> silent: atomic<u32>;
const NUMBER = 0xffffffu;
var<workgroup> drawn: u32;
// Tiles before it are those that workgroups begin with.
const FIRST_DRAWN = select(GROUPS, 2u * GROUPS, IS_EARLY);
var<workgroup> window_sums: array<Value, MOST_SUBGROUPS>;

struct Thread {
  group: u32,
  index: u32,
  subgroup: u32,
  lane: u32,
  size: u32,
}

// Four quads of a thread, a subgroup apart.
struct Quads {
  a: vec4<Value>,
  b: vec4<Value>,
  c: vec4<Value>,
  d: vec4<Value>,
}

// Eight quads of a thread; fewer where QUADS is less.
struct Tile {
  low: Quads,
  high: Quads,
}

// What stands before each of four quads in their subgroup's rows, and what these sum up to.
struct Rows {
  before: vec4<Value>,
  total: Value,
}

// A tile that is to be finished: its prefixes as if nothing stood before it, and its sum.
struct Scanned {
  prefixes: Tile,
  total: Value,
}

fn first_quad(tile: u32, thread: Thread) -> u32 {
  return tile * TILE_QUADS + thread.subgroup * thread.size * QUADS + thread.lane;
}

fn load_row(first: u32, row: u32, size: u32) -> vec4<Value> {
  if (row >= QUADS) {
    return vec4<Value>();
  }
  return load_quad(first + row * size);
}

fn load_quads(first: u32, row: u32, size: u32) -> Quads {
  return Quads(
    load_row(first, row, size),
    load_row(first, row + 1u, size),
    load_row(first, row + 2u, size),
    load_row(first, row + 3u, size),
  );
}

fn load_tile(tile: u32, thread: Thread) -> Tile {
  let first = first_quad(tile, thread);
  var high = Quads();
  if (QUADS > 4u) {
    high = load_quads(first, 4u, thread.size);
  }
  return Tile(load_quads(first, 0u, thread.size), high);
}

fn scan_quads(quads: Quads) -> Quads {
  return Quads(scan_quad(quads.a), scan_quad(quads.b), scan_quad(quads.c), scan_quad(quads.d));
}

// Four rows at once: four independent ladders hide each other's latency.
fn scan_rows(sums: Quads, thread: Thread) -> Rows {
  let rows = subgroupInclusiveAdd(vec4<Value>(sums.a.w, sums.b.w, sums.c.w, sums.d.w));
  let row_sums = scan_quad(subgroupShuffle(rows, thread.size - 1u));
  let left = select(vec4<Value>(), subgroupShuffleUp(rows, 1u), thread.lane > 0u);
  return Rows(left + vec4<Value>(Value(0), row_sums.xyz), row_sums.w);
}

fn prefixes_of(sums: Quads, before: vec4<Value>) -> Quads {
  return Quads(
    prefix_quad(before.x, sums.a),
    prefix_quad(before.y, sums.b),
    prefix_quad(before.z, sums.c),
    prefix_quad(before.w, sums.d),
  );
}

fn scan_tile(tile: Tile, thread: Thread) -> Scanned {
  let low = scan_quads(tile.low);
  let low_rows = scan_rows(low, thread);
  var high = Quads();
  var high_rows = Rows();
  if (QUADS > 4u) {
    high = scan_quads(tile.high);
    high_rows = scan_rows(high, thread);
  }
  if (thread.lane == 0u) {
    subgroup_sums[thread.subgroup] = low_rows.total + high_rows.total;
  }
  workgroupBarrier();
  let before = sum_before(thread.subgroup, thread.lane, thread.size);
  let total = sum_before(WORKGROUP / thread.size, thread.lane, thread.size);
  if (QUADS > 4u) {
    high = prefixes_of(high, before + low_rows.total + high_rows.before);
  }
  return Scanned(Tile(prefixes_of(low, before + low_rows.before), high), total);
}

// The sum of what the subgroups left in `window_sums`.
fn sum_of_subgroups(thread: Thread) -> Value {
  var sum = Value(0);
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * thread.size + thread.lane;
    if (other < WORKGROUP / thread.size) {
      sum += window_sums[other];
    }
  }
  return subgroupAdd(sum);
}

// The sum of a tile by whoever waits for it.
fn sum_for(tile: u32, thread: Thread) -> Value {
  let quads = load_tile(tile, thread);
  var own = scan_rows(scan_quads(quads.low), thread).total;
  if (QUADS > 4u) {
    own += scan_rows(scan_quads(quads.high), thread).total;
  }
  if (thread.lane == 0u) {
    window_sums[thread.subgroup] = own;
  }
  if (thread.index == 0u) {
    atomicStore(&silent, 0u);
  }
  workgroupBarrier();
  let sum = sum_of_subgroups(thread);
  if (thread.index == 0u) {
    publish_for(tile, sum);
  }
  return sum;
}

fn seen_in(wanted: u32, tile: u32) -> Seen {
  if (wanted >= tile) {
    return Seen(SUM, Value(0));
  }
  return seen_of(wanted);
}

// What was seen first, or as soon as the tile is not silent.
fn seen_soon(first: Seen, wanted: u32) -> Seen {
  var seen = first;
  for (var looks = 1u; looks < LOOKS; looks++) {
    if (seen.kind != SILENT) {
      break;
    }
    seen = seen_of(wanted);
  }
  return seen;
}

// Once more, as another workgroup may have summed it up meanwhile; who still sees nothing says so.
fn seen_at_last(seen: Seen, wanted: u32, thread: Thread) -> Seen {
  if (seen.kind != SILENT) {
    return seen;
  }
  let again = seen_of(wanted);
  if (again.kind == SILENT) {
    atomicMax(&silent, (((wanted + 37u * thread.group) % 256u) << 24u) | (wanted + 1u));
  }
  return again;
}

fn known_sum(seen: Seen, wanted: u32, summed: u32, sum: Value) -> Seen {
  if (seen.kind == SILENT && wanted == summed) {
    return Seen(SUM, sum);
  }
  return seen;
}

// What a thread's tiles sum up to, of SEEN_AT_ONCE workgroups' widths from `first` on; nothing from `tile` on.
fn look(first: u32, tile: u32, thread: Thread) -> Value {
  let wanted = first + thread.index;
  let farther = wanted + WORKGROUP;
  var near = seen_in(wanted, tile);
  var far = Seen(SUM, Value(0));
  if (SEEN_AT_ONCE > 1u) {
    // Both are on their way before either is waited for.
    far = seen_in(farther, tile);
  }
  near = seen_soon(near, wanted);
  far = seen_soon(far, farther);
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
  return near.value + far.value;
}

// The sum of the tiles from `known` to the one before `tile`.
fn sum_of_window(known: u32, tile: u32, thread: Thread) -> Value {
  var sum = Value(0);
  // One look at least, even at no tile: its barrier stands between two windows.
  var first = known;
  loop {
    sum += look(first, tile, thread);
    first += SEEN_AT_ONCE * WORKGROUP;
    if (first >= tile) {
      break;
    }
  }
  sum = subgroupAdd(sum);
  if (thread.lane == 0u) {
    window_sums[thread.subgroup] = sum;
  }
  workgroupBarrier();
  return sum_of_subgroups(thread);
}

// What stands before a workgroup's last tile, and that tile's own sum.
struct Carried {
  earlier: Value,
  total: Value,
}

// Writes a tile, of which the tiles from `known` on are not in what the workgroup knows, and gives what its next one begins with.
fn finish(known: u32, tile: u32, scanned: Scanned, carried: Carried, thread: Thread) -> Carried {
  // One addition a tile, however many there are between.
  let earlier = carried.earlier + (carried.total + sum_of_window(known, tile, thread));
  let first = first_quad(tile, thread);
  write_quads(first, 0u, thread.size, earlier, scanned.prefixes.low);
  if (QUADS > 4u) {
    write_quads(first, 4u, thread.size, earlier, scanned.prefixes.high);
  }
  return Carried(earlier, scanned.total);
}

fn write_row(first: u32, row: u32, size: u32, quad: vec4<Value>) {
  if (row < QUADS) {
    write_quad(first + row * size, quad);
  }
}

fn write_quads(first: u32, row: u32, size: u32, earlier: Value, prefixes: Quads) {
  write_row(first, row, size, earlier + prefixes.a);
  write_row(first, row + 1u, size, earlier + prefixes.b);
  write_row(first, row + 2u, size, earlier + prefixes.c);
  write_row(first, row + 3u, size, earlier + prefixes.d);
}

// Draws a tile while elements are on their way; `tile_after` says which.
fn draw(index: u32) {
  if (IS_DRAWN && index == 0u) {
    drawn = FIRST_DRAWN + atomicAdd(&state[0], 1u);
  }
}

fn tile_after(tile: u32) -> u32 {
  if (!IS_DRAWN) {
    return tile + GROUPS;
  }
  return workgroupUniformLoad(&drawn);
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) place: vec3u,
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let group = place.y * GRID_X + place.x;
  if (group >= GROUPS) {
    return;
  }
  let thread = Thread(group, index, subgroup, lane, size);
  var tile = group;
  // The tile behind it, where that is known before it is scanned.
  var following = group + GROUPS;
  var quads = load_tile(tile, thread);
  var held = Scanned();
  var held_tile = TILES;
  var carried = Carried();
  // The first tile that `carried` says nothing of.
  var known = 0u;
  loop {
    let own = tile;
    var scanned = Scanned();
    if (own < TILES) {
      var coming = Tile();
      if (IS_EARLY && following < TILES) {
        coming = load_tile(following, thread);
      }
      draw(index);
      scanned = scan_tile(quads, thread);
      if (index == 0u) {
        publish(own, SUM, scanned.total);
      }
      if (IS_EARLY) {
        tile = following;
        quads = coming;
        following = tile_after(tile);
      } else {
        tile = tile_after(own);
        if (tile < TILES) {
          quads = load_tile(tile, thread);
        }
      }
    }
    if (IS_LATE) {
      if (held_tile < TILES) {
        carried = finish(known, held_tile, held, carried, thread);
        known = held_tile + 1u;
      } else {
        // Everyone has read the sums of the first tile.
        workgroupBarrier();
      }
      held = scanned;
      held_tile = own;
    } else if (own < TILES) {
      carried = finish(known, own, scanned, carried, thread);
      known = own + 1u;
    }
    if (own >= TILES) {
      break;
    }
  }
}
