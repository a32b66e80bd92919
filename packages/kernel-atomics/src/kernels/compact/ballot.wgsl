// An atomic of global memory for each tile, whose words find their places by ballots: a bit a lane says who keeps, the bits below its own where it
// writes. Lanes that keep write side by side, with neither a scan nor workgroup memory between. A tile's words come part by part of its quads, subgroups
// and tiles in any order.
enable subgroups;
// Who writes depends on what ballots return.
diagnostic(off, subgroup_uniformity);

const N = 1000u;
const WORKGROUP = 256u;
const GRID_X = 128u;
// Quads of a thread, a subgroup apart: all of them in flight together.
const QUADS = 4u;
const SUBGROUP_MAX = 128u;
const BALLOT_WORDS = (SUBGROUP_MAX + 31u) / 32u;
const TILE_QUADS = WORKGROUP * QUADS;
const TILE = 4u * TILE_QUADS; // words
const TILES = (N + TILE - 1u) / TILE;

@group(0) @binding(0) var<storage, read> x: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<storage, read_write> count: array<atomic<u32>>;

// How many subgroups have claimed places of the tile, above how many places: one word, so that who claims last knows that it does.
var<workgroup> claims: atomic<u32>;
const HALF = 16u;
const LOW = (1u << HALF) - 1u;
var<workgroup> first_place: u32;

// Behind the end stand zeros, which nobody keeps.
fn load_quad(index: u32) -> vec4u {
  if (N % TILE == 0u) {
    return x[index];
  }
  if (4u * index >= N) {
    return vec4u();
  }
  return select(vec4u(), x[index], vec4u(4u * index) + vec4u(0u, 1u, 2u, 3u) < vec4u(N));
}

// The bits of the lanes below one.
fn bits_below(lane: u32) -> vec4u {
  var bits = vec4u();
  for (var word = 0u; word < BALLOT_WORDS; word++) {
    bits[word] = extractBits(0xffffffffu, 0u, min(max(lane, 32u * word) - 32u * word, 32u));
  }
  return bits;
}

fn count_bits(ballot: vec4u) -> u32 {
  var bits = 0u;
  for (var word = 0u; word < BALLOT_WORDS; word++) {
    bits += countOneBits(ballot[word]);
  }
  return bits;
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let tile = group.y * GRID_X + group.x;
  // The grid may have workgroups behind the last tile.
  if (tile >= TILES) {
    return;
  }
  let first_quad = tile * TILE_QUADS + subgroup * size * QUADS + lane;
  var quads: array<vec4u, QUADS>;
  for (var row = 0u; row < QUADS; row++) {
    quads[row] = load_quad(first_quad + row * size);
  }
  // Taken once: they say how many are kept, and later where.
  var ballots: array<vec4u, 4u * QUADS>;
  var all = 0u;
  for (var row = 0u; row < QUADS; row++) {
    for (var part = 0u; part < 4u; part++) {
      let ballot = subgroupBallot(quads[row][part] != 0u);
      ballots[4u * row + part] = ballot;
      all += count_bits(ballot);
    }
  }
  var claimed = 0u;
  if (lane == 0u) {
    let before = atomicAdd(&claims, (1u << HALF) | all);
    claimed = before & LOW;
    if ((before >> HALF) + 1u == (WORKGROUP + size - 1u) / size) {
      first_place = atomicAdd(&count[0], claimed + all);
    }
  }
  workgroupBarrier();
  var place = first_place + subgroupBroadcastFirst(claimed);
  let below = bits_below(lane);
  for (var row = 0u; row < QUADS; row++) {
    for (var part = 0u; part < 4u; part++) {
      let word = quads[row][part];
      let ballot = ballots[4u * row + part];
      if (word != 0u) {
        y[place + count_bits(ballot & below)] = word;
      }
      place += count_bits(ballot);
    }
  }
}
