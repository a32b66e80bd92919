// Winograd's transform of the pixels under 2 × 2 windows, Bᵀ·d·B: sixteen matrices, channels × tiles.
const TILES = 16u;
// Tiles along an edge of an image.
const EDGE = 4u;
const WORKGROUP = 256u;
// Workgroups for a row of a matrix.
const ACROSS = 1u;
const GROUPS = 1u;
const GRID_X = 128u;
const CHANNELS = 3u;
const SIZE = 8u;
const PADDING = 1u;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> pixels: array<f32>;

// Beyond SIZE, where u32 wraps around in front of the image as well, there are zeros.
fn pixel(plane: u32, py: u32, px: u32) -> f32 {
  if (py < SIZE && px < SIZE) {
    return x[(plane * SIZE + py) * SIZE + px];
  }
  return 0.0;
}

fn row_of(plane: u32, py: u32, px: u32) -> vec4f {
  return vec4f(pixel(plane, py, px), pixel(plane, py, px + 1u), pixel(plane, py, px + 2u), pixel(plane, py, px + 3u));
}

fn store(at: u32, row: vec4f) {
  pixels[at] = row.x - row.z;
  pixels[at + CHANNELS * TILES] = row.y + row.z;
  pixels[at + 2u * CHANNELS * TILES] = row.z - row.y;
  pixels[at + 3u * CHANNELS * TILES] = row.y - row.w;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let number = group.y * GRID_X + group.x;
  let channel = number / ACROSS;
  let tile = number % ACROSS * WORKGROUP + thread;
  if (number >= GROUPS || tile >= TILES) {
    return;
  }
  let plane = tile / (EDGE * EDGE) * CHANNELS + channel;
  let py = 2u * (tile / EDGE % EDGE) - PADDING;
  let px = 2u * (tile % EDGE) - PADDING;
  let a = row_of(plane, py, px);
  let b = row_of(plane, py + 1u, px);
  let c = row_of(plane, py + 2u, px);
  let d = row_of(plane, py + 3u, px);
  let at = channel * TILES + tile;
  store(at, a - c);
  store(at + 4u * CHANNELS * TILES, b + c);
  store(at + 8u * CHANNELS * TILES, c - b);
  store(at + 12u * CHANNELS * TILES, b - d);
}
