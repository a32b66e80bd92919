// Winograd's transform of sixteen products back to 2 × 2 elements of the result, Aᵀ·m·A.
const TILES = 16u;
const EDGE = 4u;
const WORKGROUP = 256u;
const ACROSS = 1u;
const GROUPS = 1u;
const GRID_X = 128u;
const FILTERS = 4u;
const OUT = 8u;

@group(0) @binding(0) var<storage, read> products: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;

fn row_of(at: u32) -> vec4f {
  return vec4f(
    products[at],
    products[at + FILTERS * TILES],
    products[at + 2u * FILTERS * TILES],
    products[at + 3u * FILTERS * TILES],
  );
}

fn store(line: u32, right: u32, row: vec4f) {
  let at = line * OUT + right;
  y[at] = row.x + row.y + row.z;
  if (right + 1u < OUT) {
    y[at + 1u] = row.y - row.z - row.w;
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let number = group.y * GRID_X + group.x;
  let filter_index = number / ACROSS;
  let tile = number % ACROSS * WORKGROUP + thread;
  if (number >= GROUPS || tile >= TILES) {
    return;
  }
  let first = filter_index * TILES + tile;
  let a = row_of(first);
  let b = row_of(first + 4u * FILTERS * TILES);
  let c = row_of(first + 8u * FILTERS * TILES);
  let d = row_of(first + 12u * FILTERS * TILES);
  let down = 2u * (tile / EDGE % EDGE);
  let right = 2u * (tile % EDGE);
  let line = (tile / (EDGE * EDGE) * FILTERS + filter_index) * OUT + down;
  store(line, right, a + b + c);
  if (down + 1u < OUT) {
    store(line + 1u, right, b - c - d);
  }
}
