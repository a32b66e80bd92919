// What compactions by ballots share: the vec4s of a tile, what they keep, and places that bits of lanes count.
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

fn kept_of(quad: vec4u) -> u32 {
  let kept = select(vec4u(), vec4u(1u), quad != vec4u());
  return (kept.x + kept.y) + (kept.z + kept.w);
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
