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

#import window.wgsl

var<workgroup> drawn: u32;
// Tiles before it are those that workgroups begin with.
const FIRST_DRAWN = select(GROUPS, 2u * GROUPS, IS_EARLY);

// A tile that is to be finished: its prefixes as if nothing stood before it, and its sum.
struct Scanned {
  prefixes: Tile,
  total: Value,
}

fn subgroup_sum(tile: Tile, thread: Thread) -> Value {
  var sum = scan_rows(scan_quads(tile.low), thread).total;
  if (QUADS > 4u) {
    sum += scan_rows(scan_quads(tile.high), thread).total;
  }
  return sum;
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

// What stands before a workgroup's last tile, and that tile's own sum.
struct Carried {
  earlier: Value,
  total: Value,
}

fn raised(earlier: Value, prefixes: Quads) -> Quads {
  return Quads(earlier + prefixes.a, earlier + prefixes.b, earlier + prefixes.c, earlier + prefixes.d);
}

// Writes a tile, of which the tiles from `known` on are not in what the workgroup knows, and gives what its next one begins with.
fn finish(known: u32, tile: u32, scanned: Scanned, carried: Carried, thread: Thread) -> Carried {
  // One addition a tile, however many there are between.
  let window = subgroupAdd(part_of_window(glance(known, tile, thread), known, tile, thread));
  let earlier = carried.earlier + (carried.total + window);
  let first = first_quad(tile, thread);
  write_quads(first, 0u, thread.size, raised(earlier, scanned.prefixes.low));
  if (QUADS > 4u) {
    write_quads(first, 4u, thread.size, raised(earlier, scanned.prefixes.high));
  }
  return Carried(earlier, scanned.total);
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
        publish(own, scanned.total);
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
