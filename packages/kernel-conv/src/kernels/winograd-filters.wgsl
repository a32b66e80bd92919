// Winograd's transform of 3 × 3 filters, G·g·Gᵀ: sixteen matrices, filters × channels.
const PAIRS = 12u;
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> w: array<f32>;
@group(0) @binding(1) var<storage, read_write> filters: array<f32>;

fn row_of(first: u32) -> vec3f {
  return vec3f(w[first], w[first + 1u], w[first + 2u]);
}

fn spread(row: vec3f) -> vec4f {
  let ends = row.x + row.z;
  return vec4f(row.x, 0.5 * (ends + row.y), 0.5 * (ends - row.y), row.z);
}

fn store(at: u32, row: vec4f) {
  filters[at] = row.x;
  filters[at + PAIRS] = row.y;
  filters[at + 2u * PAIRS] = row.z;
  filters[at + 3u * PAIRS] = row.w;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  // A filter in a channel.
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index >= PAIRS) {
    return;
  }
  let top = row_of(9u * index);
  let middle = row_of(9u * index + 3u);
  let bottom = row_of(9u * index + 6u);
  store(index, spread(top));
  store(index + 4u * PAIRS, spread(0.5 * (top + bottom + middle)));
  store(index + 8u * PAIRS, spread(0.5 * (top + bottom - middle)));
  store(index + 12u * PAIRS, spread(bottom));
}
