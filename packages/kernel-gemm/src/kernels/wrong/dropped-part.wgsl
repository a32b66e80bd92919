// Wrong: adds up all partial products of a split K but the last.
const COUNT = 256u;
const PARTS = 8u;
const SIZE = 64u;
const GRID_X = 4u; // workgroups along x

@group(0) @binding(0) var<storage, read> partials: array<f32>;
@group(0) @binding(1) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let element = (group.y * GRID_X + group.x) * SIZE + thread;
  if (element >= COUNT) {
    return;
  }
  var value = 0.0;
  for (var part = 0u; part + 1u < PARTS; part++) {
    value += partials[part * COUNT + element];
  }
  c[element] = value;
}
