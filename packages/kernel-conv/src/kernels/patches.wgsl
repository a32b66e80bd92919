// Writes all windows out as a matrix (im2col): a row for each element of a window in each channel, a column for each window of each image.
const COLUMNS = 64u;
const WORKGROUP = 256u;
// Workgroups for a row of the matrix.
const ACROSS = 1u;
const GROUPS = 1u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> patches: array<f32>;

#import windows.wgsl

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let number = group.y * GRID_X + group.x;
  let term = number / ACROSS;
  let place = number % ACROSS * WORKGROUP + thread;
  if (number >= GROUPS || place >= COLUMNS) {
    return;
  }
  let channel = term / (KERNEL * KERNEL);
  let py = along(place % PIXELS / OUT, term / KERNEL % KERNEL);
  let px = along(place % OUT, term % KERNEL);
  var pixel = 0.0;
  if (py < SIZE && px < SIZE) {
    pixel = x[((place / PIXELS * CHANNELS + channel) * SIZE + py) * SIZE + px];
  }
  patches[term * COLUMNS + place] = pixel;
}
