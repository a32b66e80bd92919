// As compact/ballot.wgsl, by workgroups that stay and take every GROUPS-th tile: the loads of the next tile are in flight while a tile waits for its
// first place and is written.
enable subgroups;
// Who writes depends on what ballots return.
diagnostic(off, subgroup_uniformity);

#import compact/ballots.wgsl

const GROUPS = 4u;
const STEPS = (TILES + GROUPS - 1u) / GROUPS;
// Whether a tile is written after the next one has asked for its places, so that the answer comes meanwhile.
const IS_LATE = false;

// How many subgroups have claimed places of the tile, above how many places: one word, so that who claims last knows that it does. Tiles take
// turns with two of them, so that one barrier a tile is enough.
var<workgroup> claims: array<atomic<u32>, 2>;
const HALF = 16u;
const LOW = (1u << HALF) - 1u;
var<workgroup> first_place: array<u32, 2>;

alias Quads = array<vec4u, QUADS>;

// The quads of a thread in a tile; behind the last tile zeros.
fn load_tile(tile: u32, within: u32, size: u32) -> Quads {
  var quads: Quads;
  if (tile < TILES) {
    for (var row = 0u; row < QUADS; row++) {
      quads[row] = load_quad(tile * TILE_QUADS + within + row * size);
    }
  }
  return quads;
}

fn write_tile(quads: Quads, first: u32, below: vec4u) {
  var place = first;
  for (var row = 0u; row < QUADS; row++) {
    for (var part = 0u; part < 4u; part++) {
      let word = quads[row][part];
      let ballot = subgroupBallot(word != 0u);
      if (word != 0u) {
        y[place + count_bits(ballot & below)] = word;
      }
      place += count_bits(ballot);
    }
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group_id: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let group = group_id.y * GRID_X + group_id.x;
  let within = subgroup * size * QUADS + lane;
  let below = bits_below(lane);
  var coming = load_tile(group, within, size);
  var held: Quads;
  var held_claim = 0u;
  for (var step = 0u; step < STEPS; step++) {
    let turn = step % 2u;
    let quads = coming;
    coming = load_tile((step + 1u) * GROUPS + group, within, size);
    var own = 0u;
    for (var row = 0u; row < QUADS; row++) {
      own += kept_of(quads[row]);
    }
    let all = subgroupAdd(own);
    var claimed = 0u;
    var is_last = false;
    var answer = 0u;
    if (lane == 0u) {
      let before = atomicAdd(&claims[turn], (1u << HALF) | all);
      claimed = before & LOW;
      is_last = (before >> HALF) + 1u == (WORKGROUP + size - 1u) / size;
      if (is_last) {
        answer = atomicAdd(&count[0], claimed + all);
      }
    }
    claimed = subgroupBroadcastFirst(claimed);
    if (IS_LATE && step > 0u) {
      write_tile(held, first_place[1u - turn] + held_claim, below);
    }
    if (is_last) {
      first_place[turn] = answer;
    }
    workgroupBarrier();
    if (thread == 0u) {
      atomicStore(&claims[turn], 0u);
    }
    if (IS_LATE) {
      held = quads;
      held_claim = claimed;
    } else {
      write_tile(quads, first_place[turn] + claimed, below);
    }
  }
  if (IS_LATE) {
    write_tile(held, first_place[(STEPS - 1u) % 2u] + held_claim, below);
  }
}
