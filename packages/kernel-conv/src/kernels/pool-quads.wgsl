// Windows of 2 × 2 side by side, four of them a thread: four loads of 16 bytes from two rows, all in flight, and one store of 16.
const MEAN = false;
// Fours of results.
const QUADS = 16u;
const SIZE = 8u;
const OUT = 4u;
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4f>;

fn fold(a: vec4f, b: vec4f) -> vec4f {
  return select(max(a, b), a + b, MEAN);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index >= QUADS) {
    return;
  }
  // Rows of results lie one behind the other through all images and channels, and so do pairs of rows of pixels.
  let row = index / (OUT / 4u);
  let at = row * 2u * (SIZE / 4u) + index % (OUT / 4u) * 2u;
  let top_left = x[at];
  let top_right = x[at + 1u];
  let bottom_left = x[at + SIZE / 4u];
  let bottom_right = x[at + SIZE / 4u + 1u];
  let left = fold(top_left, bottom_left);
  let right = fold(top_right, bottom_right);
  let folded = fold(vec4f(left.xz, right.xz), vec4f(left.yw, right.yw));
  y[index] = select(folded, 0.25 * folded, MEAN);
}
