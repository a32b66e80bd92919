// A convolution by its definition: a thread for each element of the result, two loads for each multiply-add.
const ELEMENTS = 64u;
const FILTERS = 4u;
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> w: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

#import windows.wgsl

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index >= ELEMENTS) {
    return;
  }
  let image = index / (FILTERS * PIXELS);
  let filter_index = index / PIXELS % FILTERS;
  let down = index % PIXELS / OUT;
  let right = index % OUT;
  var sum = 0.0;
  for (var channel = 0u; channel < CHANNELS; channel++) {
    for (var row = 0u; row < KERNEL; row++) {
      let py = along(down, row);
      for (var column = 0u; column < KERNEL; column++) {
        let px = along(right, column);
        if (py < SIZE && px < SIZE) {
          let pixel = x[((image * CHANNELS + channel) * SIZE + py) * SIZE + px];
          sum = fma(pixel, w[((filter_index * CHANNELS + channel) * KERNEL + row) * KERNEL + column], sum);
        }
      }
    }
  }
  y[index] = sum;
}
