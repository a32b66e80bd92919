// One read and one write of memory, and nobody waits: a workgroup stays, sums up a tile and publishes it, and scans that tile AHEAD tiles
// later, when everyone else has long published theirs. It reads the tile once more then, from the cache, which holds what lies between.
// What stands before a tile is the sum of the tiles since the workgroup's last one, as in windowed.wgsl.
// The loads of the tile to be summed up, of the one to be scanned and of what others have published are in flight together.
enable subgroups;
// Rule off: the first subgroup alone adds up what the others left, and a subgroup's number is the same in all of its lanes.
diagnostic(off, subgroup_uniformity);

// Workgroups that share the tiles.
const GROUPS = 4u;
const GRID_X = 4u;
// Tiles of a workgroup that are summed up and not scanned yet, 1 to 4.
const AHEAD = 2u;
// Whether a workgroup's next tile is the one that nobody has yet, by a ticket: who is fast takes more of them.
const IS_DRAWN = false;
// Whether the tile that is scanned next is loaded before another one is summed up, not after.
const IS_EARLY = false;

#import window.wgsl

var<workgroup> drawn: u32;
var<workgroup> coming_sums: array<Value, MOST_SUBGROUPS>;

fn sum_in_quads(quads: Quads) -> Value {
  let sums = (quads.a + quads.b) + (quads.c + quads.d);
  return (sums.x + sums.y) + (sums.z + sums.w);
}

fn subgroup_sum(tile: Tile, thread: Thread) -> Value {
  return subgroupAdd(sum_in_quads(tile.low) + sum_in_quads(tile.high));
}

fn load_if_any(tile: u32, thread: Thread) -> Tile {
  if (tile >= TILES) {
    return Tile();
  }
  return load_tile(tile, thread);
}

// Sums a tile up for everyone. The first subgroup adds up what all have left; the others have no use for it and go on.
fn publish_sum(number: u32, tile: Tile, thread: Thread) {
  let sum = subgroup_sum(tile, thread);
  if (thread.lane == 0u) {
    coming_sums[thread.subgroup] = sum;
  }
  workgroupBarrier();
  if (thread.subgroup > 0u) {
    return;
  }
  var total = Value(0);
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * thread.size + thread.lane;
    if (other < WORKGROUP / thread.size) {
      total += coming_sums[other];
    }
  }
  total = subgroupAdd(total);
  if (thread.index == 0u && number < TILES) {
    publish(number, total);
  }
}

// A lane's part of the sum of the subgroups before its own.
fn part_before(thread: Thread) -> Value {
  var sum = Value(0);
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * thread.size + thread.lane;
    if (other < thread.subgroup) {
      sum += subgroup_sums[other];
    }
  }
  return sum;
}

// Scans a tile and writes it. Gives what stands before the tile: what stood before `known`, and what lies between. Both stay parts, one in each
// lane of every subgroup, so that a tile's sums are added across lanes once: those of the tiles before it and of the subgroups before.
fn finish(sight: Sight, known: u32, tile: u32, quads: Tile, earlier: Value, thread: Thread) -> Value {
  let low = scan_quads(quads.low);
  let low_rows = scan_rows(low, thread);
  var high = Quads();
  var high_rows = Rows();
  if (QUADS > 4u) {
    high = scan_quads(quads.high);
    high_rows = scan_rows(high, thread);
  }
  if (thread.lane == 0u) {
    subgroup_sums[thread.subgroup] = low_rows.total + high_rows.total;
  }
  // Its barriers stand between the sums of the subgroups and those who read them.
  let before = earlier + part_of_window(sight, known, tile, thread);
  let start = subgroupAdd(before + part_before(thread));
  let first = first_quad(tile, thread);
  write_quads(first, 0u, thread.size, prefixes_of(low, start + low_rows.before));
  if (QUADS > 4u) {
    let past_low = start + low_rows.total;
    write_quads(first, 4u, thread.size, prefixes_of(high, past_low + high_rows.before));
  }
  return before;
}

// Draws a tile; `tile_after` says which. Drawn late, once a tile is written: the less time between a draw and the sum that it promises, the
// fewer of those who look find it silent.
fn draw(index: u32) {
  if (IS_DRAWN && index == 0u) {
    drawn = AHEAD * GROUPS + atomicAdd(&state[0], 1u);
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
  draw(index);
  // Summed up and not scanned yet, the next one first; as many as AHEAD says.
  var waiting = vec4u(group) + vec4u(0u, 1u, 2u, 3u) * GROUPS;
  for (var turn = 0u; turn < AHEAD; turn++) {
    let tile = group + turn * GROUPS;
    publish_sum(tile, load_if_any(tile, thread), thread);
    // Everyone has read the sums of the subgroups.
    workgroupBarrier();
  }
  var quads = Tile();
  if (IS_EARLY) {
    quads = load_if_any(waiting.x, thread);
  }
  // In parts, as `finish` gives it.
  var earlier = Value(0);
  // The first tile that `earlier` says nothing of.
  var known = 0u;
  loop {
    let tile = waiting.x;
    if (tile >= TILES) {
      break;
    }
    let next = tile_after(waiting[AHEAD - 1u]);
    let sight = glance(known, tile, thread);
    let coming = load_if_any(next, thread);
    if (!IS_EARLY) {
      quads = load_tile(tile, thread);
    }
    earlier = finish(sight, known, tile, quads, earlier, thread);
    known = tile;
    waiting = vec4u(waiting.yzw, TILES);
    waiting[AHEAD - 1u] = next;
    if (IS_EARLY) {
      quads = load_if_any(waiting.x, thread);
    }
    draw(index);
    publish_sum(next, coming, thread);
  }
}
