// One read and one write, and hardly anybody waits: a workgroup stays, publishes the sum of a tile as soon as the tile has come, and scans the
// tile AHEAD tiles later, when everyone else has long published theirs. Until then its threads hold it in registers.
// What stands before a tile is the sum of the tiles since the workgroup's last one, as in windowed.wgsl.
// A turn has one barrier, and the next tile is on its way during all of it: what a turn costs beside its bytes is hidden behind them.
enable subgroups;
// Rule off: what subgroup operations return here, and a subgroup's number, is the same in all of its lanes.
diagnostic(off, subgroup_uniformity);

// Workgroups that share the tiles.
const GROUPS = 4u;
const GRID_X = 4u;
// Tiles of a workgroup that are summed up and not scanned yet, 1 to 3.
const AHEAD = 2u;
// Whether a workgroup's next tile is the one that nobody has yet, by a ticket: who is fast takes more of them.
const IS_DRAWN = false;
// Loops that end by what they find are bounded by constants as well: a compiler that must end every loop gives each other one a counter.
const MOST_LOOKS = TILES / WORKGROUP + 1u;
const MOST_LANES = 128u;

#import published.wgsl

// What subgroups leave for each other in a turn: their parts of the sums of the tile that is scanned, of the window before it, and of the tile
// that has come. Twice: one set is written while others still read that of the turn before, which saves a second barrier. Arrays of their
// own, as lanes that read words a vector apart would meet in the same banks.
var<workgroup> tile_sums: array<Value, 2u * MOST_SUBGROUPS>;
var<workgroup> window_sums: array<Value, 2u * MOST_SUBGROUPS>;
var<workgroup> coming_sums: array<Value, 2u * MOST_SUBGROUPS>;
var<workgroup> drawn: u32;

// Tiles that wait for their scan, the next one first; as many as AHEAD says.
struct Held {
  first: Quads,
  second: Quads,
  third: Quads,
}

fn hold(held: Held, coming: Quads) -> Held {
  if (AHEAD == 1u) {
    return Held(coming, Quads(), Quads());
  }
  if (AHEAD == 2u) {
    return Held(held.second, coming, Quads());
  }
  return Held(held.second, held.third, coming);
}

fn load_if_any(tile: u32, thread: Thread) -> Quads {
  if (tile >= TILES) {
    return Quads();
  }
  return load_quads(first_quad(tile, thread), 0u, thread.size);
}

fn sum_in_quads(quads: Quads) -> Value {
  let sums = (quads.a + quads.b) + (quads.c + quads.d);
  return (sums.x + sums.y) + (sums.z + sums.w);
}

// A lane's part of the sum of the tile that has come, of what all subgroups have left in a set.
fn part_of_coming(at_set: u32, thread: Thread) -> Value {
  var part = Value(0);
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * thread.size + thread.lane;
    if (other < WORKGROUP / thread.size) {
      part += coming_sums[at_set + other];
    }
  }
  return part;
}

// Tells everyone the sum of a tile, if there is such a tile.
fn publish_sum(tile: u32, sum: Value, thread: Thread) {
  if (thread.index == 0u && tile < TILES) {
    publish(tile, sum);
  }
}

// A lane's part of the sum of the window, and of the subgroups before its own.
fn part_of_sums(at_set: u32, thread: Thread) -> vec2<Value> {
  var part = vec2<Value>();
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * thread.size + thread.lane;
    if (other < WORKGROUP / thread.size) {
      part.x += window_sums[at_set + other];
    }
    if (other < thread.subgroup) {
      part.y += tile_sums[at_set + other];
    }
  }
  return part;
}

// The sum of a tile by a subgroup that waits for it, added as its owner does, one subgroup's part after the other.
fn sum_for(tile: u32, thread: Thread) -> Value {
  var part = Value(0);
  for (var other = 0u; other < WORKGROUP / thread.size; other++) {
    let quads = load_if_any(tile, Thread(thread.group, thread.index, other, thread.lane, thread.size));
    let own = subgroupShuffle(subgroupInclusiveAdd(sum_in_quads(quads)), thread.size - 1u);
    part += select(Value(0), own, thread.lane == other % thread.size);
  }
  return subgroupAdd(part);
}

// Which silent tile to begin with: each workgroup with another, so that those who wait share the work. Its number and one in the lower 24 bits.
fn urgency_of(tile: u32, group: u32) -> u32 {
  return (((tile + 37u * group) % 256u) << 24u) | (tile + 1u);
}
const NUMBER = 0xffffffu;

// What the tiles of a subgroup's lanes have published, `wanted` in each. After LOOKS looks the subgroup sums up itself what stays silent.
fn heard(first: Seen, wanted: u32, thread: Thread) -> Value {
  var seen = first;
  for (var looks = 1u; looks < LOOKS; looks++) {
    if (!seen.is_silent) {
      break;
    }
    seen = seen_of(wanted);
  }
  for (var filled = 0u; filled <= MOST_LANES; filled++) {
    let missing = subgroupMax(select(0u, urgency_of(wanted, thread.group), seen.is_silent));
    if (missing == 0u) {
      break;
    }
    let tile = (missing & NUMBER) - 1u;
    let sum = sum_for(tile, thread);
    if (thread.lane == 0u) {
      publish_for(tile, sum);
    }
    if (seen.is_silent && wanted != tile) {
      seen = seen_of(wanted);
    } else if (wanted == tile) {
      seen = Seen(false, sum);
    }
  }
  return seen.sum;
}

// A lane's part of the sum of the tiles from `known` to the one before `tile`; the first look is of the first ones, a tile a thread.
fn part_of_window(first_look: Seen, known: u32, tile: u32, thread: Thread) -> Value {
  var sum = Value(0);
  var seen = first_look;
  var wanted = known + thread.index;
  // Lanes lie side by side: a subgroup goes on while its first one has a tile.
  for (var look = 0u; look < MOST_LOOKS; look++) {
    if (wanted - thread.lane >= tile) {
      break;
    }
    sum += heard(seen, wanted, thread);
    wanted += WORKGROUP;
    seen = seen_in(wanted, tile);
  }
  return sum;
}

// A subgroup's ladders: what stands before each of a thread's quads in the subgroup, the sum of its rows, and two more sums, which are whole in
// the last lane. Up to four words climb together and hide each other's latency.
struct Ladders {
  rows: Rows,
  window: Value,
  coming: Value,
}

fn climb(sums: Quads, window: Value, coming: Value, thread: Thread) -> Ladders {
  if (QUADS <= 2u) {
    let all = subgroupInclusiveAdd(vec4<Value>(sums.a.w, sums.b.w, window, coming));
    let row_sums = subgroupShuffle(all.xy, thread.size - 1u);
    let left = select(vec2<Value>(), subgroupShuffleUp(all.xy, 1u), thread.lane > 0u);
    let before = vec4<Value>(left.x, row_sums.x + left.y, Value(0), Value(0));
    return Ladders(Rows(before, row_sums.x + row_sums.y), all.z, all.w);
  }
  let rows = subgroupInclusiveAdd(vec4<Value>(sums.a.w, sums.b.w, sums.c.w, sums.d.w));
  let others = subgroupInclusiveAdd(vec2<Value>(window, coming));
  let row_sums = scan_quad(subgroupShuffle(rows, thread.size - 1u));
  let left = select(vec4<Value>(), subgroupShuffleUp(rows, 1u), thread.lane > 0u);
  return Ladders(Rows(left + vec4<Value>(Value(0), row_sums.xyz), row_sums.w), others.x, others.y);
}

// The turn's barrier, behind which everyone knows what subgroups have left. Gives the tile after `tile`.
fn tile_after(tile: u32) -> u32 {
  if (IS_DRAWN) {
    return workgroupUniformLoad(&drawn);
  }
  workgroupBarrier();
  return tile + GROUPS;
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
  let is_last_lane = lane == size - 1u;
  var at_set = 0u;
  var held = Held();
  for (var turn = 0u; turn < AHEAD; turn++) {
    let tile = group + turn * GROUPS;
    let quads = load_if_any(tile, thread);
    let sum = subgroupInclusiveAdd(sum_in_quads(quads));
    if (is_last_lane) {
      coming_sums[at_set + subgroup] = sum;
    }
    workgroupBarrier();
    if (subgroup == 0u) {
      publish_sum(tile, subgroupAdd(part_of_coming(at_set, thread)), thread);
    }
    at_set = MOST_SUBGROUPS - at_set;
    held = hold(held, quads);
  }
  // The tiles that are held, the one that comes, and the one after it.
  var waiting = vec4u(group) + vec4u(0u, 1u, 2u, 3u) * GROUPS;
  var coming_tile = group + AHEAD * GROUPS;
  var following = coming_tile + GROUPS;
  var coming = load_if_any(coming_tile, thread);
  // What stands before `known`, the first tile of the window, in parts: one in each lane of every subgroup.
  var earlier = Value(0);
  var known = 0u;
  for (var turn = 0u; turn < TILES; turn++) {
    let tile = waiting.x;
    if (tile >= TILES) {
      break;
    }
    // What is asked for first has the longest time to come.
    var ticket = 0u;
    if (IS_DRAWN && index == 0u) {
      ticket = atomicAdd(&state[0], 1u);
    }
    let first_look = seen_in(known + index, tile);
    let sums = scan_quads(held.first);
    let window = part_of_window(first_look, known, tile, thread);
    let ladders = climb(sums, window, sum_in_quads(coming), thread);
    if (is_last_lane) {
      tile_sums[at_set + subgroup] = ladders.rows.total;
      window_sums[at_set + subgroup] = ladders.window;
      coming_sums[at_set + subgroup] = ladders.coming;
    }
    held = hold(held, coming);
    coming = load_if_any(following, thread);
    if (IS_DRAWN && index == 0u) {
      drawn = (AHEAD + 2u) * GROUPS + ticket;
    }
    let after = tile_after(following);
    let part = part_of_sums(at_set, thread);
    earlier += part.x;
    // One sum across lanes: of the tiles before and of the subgroups before. The sum to publish climbs beside it, in every subgroup, so that it
    // takes no ladder of its own.
    let both = subgroupAdd(vec2<Value>(earlier + part.y, part_of_coming(at_set, thread)));
    publish_sum(coming_tile, both.y, thread);
    write_quads(first_quad(tile, thread), 0u, size, prefixes_of(sums, both.x + ladders.rows.before));
    known = tile;
    waiting = vec4u(waiting.yzw, TILES);
    waiting[AHEAD - 1u] = coming_tile;
    coming_tile = following;
    following = after;
    at_set = MOST_SUBGROUPS - at_set;
  }
}
