// A stable compaction with one read by workgroups that stay, each of which takes every GROUPS-th tile. It knows what all tiles up to its last
// one keep, so that it needs no more than the counts of the tiles in between, which their workgroups publish as soon as they know them.
// Nobody waits for what another one has found by waiting. A tile's loads are in flight while the tile before it is finished.
// WGSL promises no workgroup that another one makes progress: after a few looks a workgroup counts a silent tile itself.
enable subgroups;

// Workgroups that share the tiles.
const GROUPS = 4u;
// Whether a tile is finished after the next one is published, not before: everyone else has had the time of a load to publish.
const IS_LATE = true;
// Looks at a tile that is silent before it is counted here.
const LOOKS = 64u;

#import compact/rows.wgsl

// The bit of a state that says that it has been published; those below are what the tile keeps. One word: there is nothing to order.
const KNOWN = 0x80000000u;

// A word a tile; all zero when the dispatch begins.
@group(0) @binding(3) var<storage, read_write> state: array<atomic<u32>>;

var<workgroup> window_sums: array<u32, MOST_SUBGROUPS>;
// One more than the number of a tile that stayed silent, in the lower 24 bits; none for 0. The upper ones say which to begin with: each
// workgroup with another, so that those who wait share the work.
var<workgroup> silent: atomic<u32>;
const NUMBER = 0xffffffu;
var<private> group_number: u32;

// The sum of what the subgroups left in `window_sums`.
fn sum_of_subgroups(thread: Thread) -> u32 {
  var sum = 0u;
  for (var other = thread.lane; other < WORKGROUP / thread.size; other += thread.size) {
    sum += window_sums[other];
  }
  return subgroupAdd(sum);
}

// What a tile keeps, by whoever waits for it. Two authors publish the same.
fn count_for(tile: u32, thread: Thread) -> u32 {
  if (thread.index == 0u) {
    atomicStore(&silent, 0u);
  }
  let kept = count_other(tile, thread);
  if (thread.index == 0u) {
    atomicStore(&state[tile], KNOWN | kept);
  }
  return kept;
}

// What a thread's tile keeps: `distance` tiles behind `known`, nothing from `tile` on.
fn look(known: u32, tile: u32, distance: u32, thread: Thread) -> u32 {
  var word = KNOWN;
  let wanted = known + distance;
  if (wanted < tile) {
    for (var looks = 0u; looks < LOOKS; looks++) {
      word = atomicLoad(&state[wanted]);
      if (word != 0u) {
        break;
      }
    }
  }
  loop {
    if (word == 0u) {
      // Another workgroup may have counted it meanwhile.
      word = atomicLoad(&state[wanted]);
    }
    if (word == 0u) {
      atomicMax(&silent, (((wanted + 37u * group_number) % 256u) << 24u) | (wanted + 1u));
    }
    let missing = workgroupUniformLoad(&silent) & NUMBER;
    if (missing == 0u) {
      break;
    }
    let kept = count_for(missing - 1u, thread);
    if (word == 0u && wanted == missing - 1u) {
      word = KNOWN | kept;
    }
  }
  return word & ~KNOWN;
}

// What the tiles from `known` to the one before `tile` keep.
fn sum_of_window(known: u32, tile: u32, thread: Thread) -> u32 {
  var sum = 0u;
  // One look at least, even at no tile: its barrier stands between two windows.
  var first = known;
  loop {
    sum += look(first, tile, thread.index, thread);
    first += WORKGROUP;
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

// Writes a tile, of which the tiles from `known` on are not among the `earlier` words, and gives how many words there are up to its end.
fn finish(tile: u32, counted: Counted, known: u32, earlier: u32, thread: Thread) -> u32 {
  let first = earlier + sum_of_window(known, tile, thread);
  stage_tile(counted);
  workgroupBarrier();
  write_staged(first, counted.kept, thread);
  let end = first + counted.kept;
  if (tile == TILES - 1u && thread.index == 0u) {
    count[0] = end;
  }
  return end;
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
  // The grid may have workgroups behind the last one.
  if (group >= GROUPS) {
    return;
  }
  group_number = group;
  let thread = Thread(index, subgroup, lane, size);
  var tile = group;
  var quads = load_tile(tile, thread);
  var held_tile = TILES;
  var held = Counted();
  // What all tiles before `known` keep.
  var earlier = 0u;
  var known = 0u;
  loop {
    let own_tile = tile;
    var own = Counted();
    if (own_tile < TILES) {
      own = count_tile(quads, thread);
      if (index == 0u) {
        atomicStore(&state[own_tile], KNOWN | own.kept);
      }
      tile += GROUPS;
      if (tile < TILES) {
        quads = load_tile(tile, thread);
      }
    }
    if (!IS_LATE) {
      held_tile = own_tile;
      held = own;
    }
    if (held_tile < TILES) {
      earlier = finish(held_tile, held, known, earlier, thread);
      known = held_tile + 1u;
    } else {
      // Everyone has read the sums of the first tile.
      workgroupBarrier();
    }
    if (own_tile >= TILES) {
      break;
    }
    held_tile = own_tile;
    held = own;
  }
}
