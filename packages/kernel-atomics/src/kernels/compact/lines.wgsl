// Workgroups that stay collect what they keep in workgroup memory and write it in whole lines: each asks for places by multiples of a line, and
// takes what is left over to its next tile, whose loads are in flight meanwhile. Only the last of each may leave a list that is not at a line.
enable subgroups;
// Who writes depends on what ballots return.
diagnostic(off, subgroup_uniformity);

#import compact/ballots.wgsl

const GROUPS = 4u;
const STEPS = (TILES + GROUPS - 1u) / GROUPS;
const LINE = 32u; // words
const TRIPS = (TILE + LINE + WORKGROUP - 1u) / WORKGROUP;

var<workgroup> stage: array<u32, TILE + LINE>;
// How much subgroups have claimed of the stage; tiles take turns with two of them.
var<workgroup> claims: array<atomic<u32>, 2>;
var<workgroup> first_place: u32;

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
  // Words that the tile before has left, and this thread's.
  var carry = 0u;
  var left = 0u;
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
    if (lane == 0u) {
      claimed = atomicAdd(&claims[turn], all);
    }
    // All have claimed, and have written the tile before.
    workgroupBarrier();
    let total = carry + atomicLoad(&claims[turn]);
    let whole = select(total - total % LINE, total, step + 1u == STEPS);
    var answer = 0u;
    if (thread == 0u) {
      atomicStore(&claims[1u - turn], 0u);
      answer = atomicAdd(&count[0], whole);
    }
    if (thread < carry) {
      stage[thread] = left;
    }
    var place = carry + subgroupBroadcastFirst(claimed);
    for (var row = 0u; row < QUADS; row++) {
      for (var part = 0u; part < 4u; part++) {
        let word = quads[row][part];
        let ballot = subgroupBallot(word != 0u);
        if (word != 0u) {
          stage[place + count_bits(ballot & below)] = word;
        }
        place += count_bits(ballot);
      }
    }
    if (thread == 0u) {
      first_place = answer;
    }
    workgroupBarrier();
    let first = first_place;
    for (var trip = 0u; trip < TRIPS; trip++) {
      let at = trip * WORKGROUP + thread;
      if (at < whole) {
        y[first + at] = stage[at];
      }
    }
    carry = total - whole;
    if (thread < carry) {
      left = stage[whole + thread];
    }
  }
}
