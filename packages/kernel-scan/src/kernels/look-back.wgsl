// One read and one write: each tile publishes its sum and looks back over the tiles before it until one tells the sum of
// everything up to itself (Merrill and Garland 2016). WGSL promises no workgroup that another one makes progress: after a few
// looks a workgroup sums a silent tile up itself (Smith, Levien and Owens 2025), so that nobody waits for anybody.
enable subgroups;
// The loop of the look-back ends by what subgroup operations return: the same in all lanes, which the analysis cannot see.
diagnostic(off, subgroup_uniformity);

// Looks at a tile that is not ready before it is summed up here.
const LOOKS = 16u;
// Tiles that a lane looks at in one go, 1 to 4: more of them bridge a longer queue of tiles that only know their sum.
const ROWS = 4u;
const NO_TILE = 0xffffffffu;

#import quads.wgsl

#import states.wgsl

var<workgroup> ticket: u32;
var<workgroup> silent_tile: u32;
var<workgroup> prefix: Value;

// The tile `distance` places before `end`; before the first tile everything sums up to nothing.
fn look(row: u32, end: u32, distance: u32) -> Seen {
  if (row >= ROWS) {
    return Seen(SUM, Value(0));
  }
  if (distance >= end) {
    return Seen(PREFIX, Value(0));
  }
  return seen_of(end - 1u - distance);
}

struct LookBack {
  // Sum of the tiles that were ready.
  sum: Value,
  // The tile that was not, or NO_TILE.
  silent: u32,
}

// The lanes of one subgroup look at ROWS times as many tiles at once.
fn look_back(from_end: u32, lane: u32, size: u32) -> LookBack {
  var end = from_end;
  var sum = Value(0);
  var looks = 0u;
  let distance = vec4u(lane) + vec4u(0u, 1u, 2u, 3u) * size;
  loop {
    let a = look(0u, end, distance.x);
    let b = look(1u, end, distance.y);
    let c = look(2u, end, distance.z);
    let d = look(3u, end, distance.w);
    let kinds = vec4u(a.kind, b.kind, c.kind, d.kind);
    let to_prefix = nearest(distance, kinds == vec4u(PREFIX), size);
    let to_silent = nearest(distance, kinds == vec4u(SILENT), size);
    looks++;
    if (to_silent < to_prefix && looks < LOOKS) {
      continue;
    }
    let ready = (distance <= vec4u(to_prefix)) & (distance < vec4u(to_silent));
    let seen = select(vec4<Value>(), vec4<Value>(a.value, b.value, c.value, d.value), ready);
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

// The least distance of a tile that qualifies; past the window when none does.
fn nearest(distance: vec4u, qualifies: vec4<bool>, size: u32) -> u32 {
  let candidates = select(vec4u(ROWS * size), distance, qualifies);
  return subgroupMin(min(min(candidates.x, candidates.y), min(candidates.z, candidates.w)));
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  var tile = 0u;
  if (TILES > 1u) {
    // A ticket, not the workgroup's number: tiles before this one belong to workgroups that have begun.
    if (index == 0u) {
      ticket = atomicAdd(&state[0], 1u);
    }
    tile = workgroupUniformLoad(&ticket);
    if (tile >= TILES) {
      return;
    }
  }
  let thread = Thread(0u, index, subgroup, lane, size);
  let quads = load_tile(tile, thread);
  let low = scan_quads(quads.low);
  let low_rows = scan_rows(low, thread);
  var high = Quads();
  var high_rows = Rows();
  if (QUADS > 4u) {
    high = scan_quads(quads.high);
    high_rows = scan_rows(high, thread);
  }
  if (lane == 0u) {
    subgroup_sums[subgroup] = low_rows.total + high_rows.total;
  }
  workgroupBarrier();
  var before = sum_before(subgroup, lane, size);
  if (TILES > 1u) {
    var sum = Value(0);
    var earlier = Value(0);
    var end = tile;
    if (subgroup == 0u) {
      sum = sum_before(WORKGROUP / size, lane, size);
      if (lane == 0u) {
        publish(tile, select(SUM, PREFIX, tile == 0u), sum);
      }
    }
    loop {
      if (subgroup == 0u) {
        let found = look_back(end, lane, size);
        earlier += found.sum;
        if (lane == 0u) {
          if (found.silent == NO_TILE && tile > 0u) {
            publish(tile, PREFIX, earlier + sum);
          }
          silent_tile = found.silent;
          prefix = earlier;
        }
      }
      end = workgroupUniformLoad(&silent_tile);
      if (end == NO_TILE) {
        break;
      }
      var quad = vec4<Value>();
      for (var row = 0u; row < QUADS; row++) {
        quad += load_quad(first_quad(end, thread) + row * size);
      }
      let silent_sum = subgroupAdd((quad.x + quad.y) + (quad.z + quad.w));
      if (lane == 0u) {
        subgroup_sums[subgroup] = silent_sum;
      }
      workgroupBarrier();
      if (subgroup == 0u) {
        let recomputed = sum_before(WORKGROUP / size, lane, size);
        earlier += recomputed;
        if (lane == 0u) {
          publish_for(end, recomputed);
        }
      }
    }
    before += prefix;
  }
  let first = first_quad(tile, thread);
  write_quads(first, 0u, size, prefixes_of(low, before + low_rows.before));
  if (QUADS > 4u) {
    write_quads(first, 4u, size, prefixes_of(high, before + low_rows.total + high_rows.before));
  }
}
