// Tiles of eight words a thread, as two quads.
const N = 1000u;
const WORKGROUP = 256u;
const GRID_X = 128u;
const QUADS = (N + 3u) / 4u;
const TILE = 8u * WORKGROUP; // words
const TILES = (N + TILE - 1u) / TILE;

@group(0) @binding(0) var<storage, read> x: array<vec4u>;

// Behind the end stand zeros, which nobody keeps.
fn load_quad(index: u32) -> vec4u {
  if (N % TILE == 0u) {
    return x[index];
  }
  if (index >= QUADS) {
    return vec4u();
  }
  return select(vec4u(), x[index], vec4u(4u * index) + vec4u(0u, 1u, 2u, 3u) < vec4u(N));
}

fn kept_of(quad: vec4u) -> u32 {
  let kept = select(vec4u(), vec4u(1u), quad != vec4u());
  return kept.x + kept.y + kept.z + kept.w;
}
