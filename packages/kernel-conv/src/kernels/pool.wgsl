// A window a thread: its greatest element, or the mean of all, of which padding counts as zeros.
const MEAN = false;
const ELEMENTS = 64u;
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;

#import windows.wgsl

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index >= ELEMENTS) {
    return;
  }
  let plane = index / PIXELS;
  let down = index % PIXELS / OUT;
  let right = index % OUT;
  // Below every finite number.
  var folded = select(-0x1.fffffep+127f, 0.0, MEAN);
  for (var row = 0u; row < KERNEL; row++) {
    let py = along(down, row);
    for (var column = 0u; column < KERNEL; column++) {
      let px = along(right, column);
      if (py < SIZE && px < SIZE) {
        let pixel = x[(plane * SIZE + py) * SIZE + px];
        folded = select(max(folded, pixel), folded + pixel, MEAN);
      }
    }
  }
  y[index] = select(folded, folded / f32(KERNEL * KERNEL), MEAN);
}
