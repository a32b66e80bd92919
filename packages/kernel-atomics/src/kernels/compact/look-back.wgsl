// A stable compaction with one read: each tile publishes how many words it keeps and looks back over the tiles before it until one tells
// how many all of them up to itself keep (Merrill and Garland 2016). WGSL promises no workgroup that another one makes progress: after a few
// looks a workgroup counts a silent tile itself (Smith, Levien and Owens 2025), so that nobody waits for anybody.
enable subgroups;
// The loop of the look-back ends by what subgroup operations return: the same in all lanes, which the analysis cannot see.
diagnostic(off, subgroup_uniformity);

// Looks at a silent tile before it is counted here.
const LOOKS = 16u;
// Tiles that a lane looks at in one go, 1 to 4.
const ROWS = 4u;
const NO_TILE = 0xffffffffu;
// The ticket has 128 bytes to itself: a cache line that everybody increments is a bad place for anything else.
const FIRST_STATE = 32u;
// A state is one word, a kind and a number: nothing orders two relaxed atomics, and there is nothing to order.
const KIND = 30u; // the bits below are the number
const SILENT = 0u;
const SUM = 1u; // what the tile keeps
const PREFIX = 2u; // what all tiles up to it keep

#import compact/rows.wgsl

// A ticket, then a word a tile; all zero when the dispatch begins.
@group(0) @binding(3) var<storage, read_write> state: array<atomic<u32>>;

var<workgroup> ticket: u32;
var<workgroup> silent_tile: u32;
var<workgroup> prefix: u32;

// What the tile `distance` places before `end` has published; before the first tile nothing is kept.
fn seen_at(row: u32, end: u32, distance: u32) -> u32 {
  if (row >= ROWS) {
    return SUM << KIND;
  }
  if (distance >= end) {
    return PREFIX << KIND;
  }
  return atomicLoad(&state[FIRST_STATE + end - 1u - distance]);
}

// The least distance of a tile that qualifies; past the window when none does.
fn nearest(distance: vec4u, qualifies: vec4<bool>, size: u32) -> u32 {
  let candidates = select(vec4u(ROWS * size), distance, qualifies);
  return subgroupMin(min(min(candidates.x, candidates.y), min(candidates.z, candidates.w)));
}

struct LookBack {
  // What the tiles that were ready keep.
  sum: u32,
  // The tile that was not, or NO_TILE.
  silent: u32,
}

// The lanes of one subgroup look at ROWS times as many tiles at once.
fn look_back(from_end: u32, lane: u32, size: u32) -> LookBack {
  var end = from_end;
  var sum = 0u;
  var looks = 0u;
  let distance = vec4u(lane) + vec4u(0u, 1u, 2u, 3u) * size;
  loop {
    let words = vec4u(
      seen_at(0u, end, distance.x),
      seen_at(1u, end, distance.y),
      seen_at(2u, end, distance.z),
      seen_at(3u, end, distance.w),
    );
    let kinds = words >> vec4u(KIND);
    let to_prefix = nearest(distance, kinds == vec4u(PREFIX), size);
    let to_silent = nearest(distance, kinds == vec4u(SILENT), size);
    looks++;
    if (to_silent < to_prefix && looks < LOOKS) {
      continue;
    }
    let ready = (distance <= vec4u(to_prefix)) & (distance < vec4u(to_silent));
    let seen = select(vec4u(), words & vec4u((1u << KIND) - 1u), ready);
    sum += subgroupAdd((seen.x + seen.y) + (seen.z + seen.w));
    if (to_prefix < to_silent) {
      return LookBack(sum, NO_TILE);
    }
    if (to_silent < ROWS * size) {
      return LookBack(sum, end - 1u - to_silent);
    }
    end -= ROWS * size;
    looks = 0u;
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  // A ticket, not the workgroup's number: tiles before this one belong to workgroups that have begun.
  if (index == 0u) {
    ticket = atomicAdd(&state[0], 1u);
  }
  let tile = workgroupUniformLoad(&ticket);
  if (tile >= TILES) {
    return;
  }
  let thread = Thread(index, subgroup, lane, size);
  let counted = count_tile(load_tile(tile, thread), thread);
  let kept = counted.kept;
  if (index == 0u) {
    atomicStore(&state[FIRST_STATE + tile], (select(SUM, PREFIX, tile == 0u) << KIND) | kept);
  }
  stage_tile(counted);
  var before = 0u;
  var end = tile;
  loop {
    if (subgroup == 0u) {
      let found = look_back(end, lane, size);
      before += found.sum;
      if (lane == 0u) {
        if (found.silent == NO_TILE && tile > 0u) {
          atomicStore(&state[FIRST_STATE + tile], (PREFIX << KIND) | (before + kept));
        }
        silent_tile = found.silent;
        prefix = before;
      }
    }
    end = workgroupUniformLoad(&silent_tile);
    if (end == NO_TILE) {
      break;
    }
    let other = count_other(end, thread);
    before += other;
    if (index == 0u) {
      // Others need not count it as well. What its owner has published stays.
      _ = atomicCompareExchangeWeak(&state[FIRST_STATE + end], SILENT, (SUM << KIND) | other);
    }
    // The sums have been read before they are written again.
    workgroupBarrier();
  }
  if (tile == TILES - 1u && index == 0u) {
    count[0] = prefix + kept;
  }
  write_staged(prefix, kept, thread);
}
