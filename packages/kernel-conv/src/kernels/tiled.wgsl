// A tile of the image with its halo in workgroup memory, which all filters of the workgroup read: a thread keeps one pixel of the
// result for 16 filters, so that a pixel of the image is read once for 16 multiply-adds.
const CHANNELS = 3u;
const FILTERS = 4u;
const SIZE = 8u;
const KERNEL = 3u;
const STRIDE = 1u;
const PADDING = 1u;
const DILATION = 1u;
const OUT = 8u;
// Pixels of the result along an edge of a tile.
const EDGE = 8u;
const THREADS = EDGE * EDGE;
// Channels at a time.
const CHUNK = 2u;
const QUADS = 4u;
const HALO = (EDGE - 1u) * STRIDE + (KERNEL - 1u) * DILATION + 1u;
const TAPS = KERNEL * KERNEL;
const TILES = (OUT + EDGE - 1u) / EDGE;
const BLOCKS = (FILTERS + 4u * QUADS - 1u) / (4u * QUADS);
const GROUPS = 1u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> w: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

var<workgroup> tile: array<f32, CHUNK * HALO * HALO>;
var<workgroup> weights: array<vec4f, CHUNK * TAPS * QUADS>;

fn load_tile(image: u32, first_channel: u32, top: u32, left: u32, thread: u32) {
  for (var step = 0u; step < (CHUNK * HALO * HALO + THREADS - 1u) / THREADS; step++) {
    let place = step * THREADS + thread;
    if (place < CHUNK * HALO * HALO) {
      let channel = first_channel + place / (HALO * HALO);
      // Wraps around in front of the image, which is then beyond SIZE as well.
      let py = top * STRIDE + place / HALO % HALO - PADDING;
      let px = left * STRIDE + place % HALO - PADDING;
      var pixel = 0.0;
      if (channel < CHANNELS && py < SIZE && px < SIZE) {
        pixel = x[((image * CHANNELS + channel) * SIZE + py) * SIZE + px];
      }
      tile[place] = pixel;
    }
  }
}

fn weight(filter_index: u32, channel: u32, tap: u32) -> f32 {
  if (filter_index < FILTERS && channel < CHANNELS) {
    return w[(filter_index * CHANNELS + channel) * TAPS + tap];
  }
  return 0.0;
}

fn load_weights(first_filter: u32, first_channel: u32, thread: u32) {
  for (var step = 0u; step < (CHUNK * TAPS * QUADS + THREADS - 1u) / THREADS; step++) {
    let place = step * THREADS + thread;
    if (place < CHUNK * TAPS * QUADS) {
      let filter_index = first_filter + place % QUADS * 4u;
      let tap = place / QUADS % TAPS;
      let channel = first_channel + place / (QUADS * TAPS);
      weights[place] = vec4f(
        weight(filter_index, channel, tap),
        weight(filter_index + 1u, channel, tap),
        weight(filter_index + 2u, channel, tap),
        weight(filter_index + 3u, channel, tap),
      );
    }
  }
}

fn store(at: u32, filter_index: u32, value: f32) {
  if (filter_index < FILTERS) {
    y[at + filter_index * OUT * OUT] = value;
  }
}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let number = group.y * GRID_X + group.x;
  if (number >= GROUPS) {
    return;
  }
  // Neighbours have the same filters and the next tile.
  let top = number / TILES % TILES * EDGE;
  let left = number % TILES * EDGE;
  let first_filter = number / (TILES * TILES) % BLOCKS * 4u * QUADS;
  let image = number / (TILES * TILES * BLOCKS);
  let down = thread / EDGE;
  let right = thread % EDGE;
  var s0 = vec4f();
  var s1 = vec4f();
  var s2 = vec4f();
  var s3 = vec4f();
  for (var chunk = 0u; chunk < (CHANNELS + CHUNK - 1u) / CHUNK; chunk++) {
    // Everyone has finished with the channels before.
    workgroupBarrier();
    load_tile(image, chunk * CHUNK, top, left, thread);
    load_weights(first_filter, chunk * CHUNK, thread);
    workgroupBarrier();
    for (var channel = 0u; channel < CHUNK; channel++) {
      for (var row = 0u; row < KERNEL; row++) {
        for (var column = 0u; column < KERNEL; column++) {
          let line = channel * HALO + down * STRIDE + row * DILATION;
          let pixel = vec4f(tile[line * HALO + right * STRIDE + column * DILATION]);
          let at = ((channel * KERNEL + row) * KERNEL + column) * QUADS;
          s0 = fma(pixel, weights[at], s0);
          s1 = fma(pixel, weights[at + 1u], s1);
          s2 = fma(pixel, weights[at + 2u], s2);
          s3 = fma(pixel, weights[at + 3u], s3);
        }
      }
    }
  }
  if (top + down < OUT && left + right < OUT) {
    let at = (image * FILTERS * OUT + top + down) * OUT + left + right;
    for (var lane = 0u; lane < 4u; lane++) {
      store(at, first_filter + lane, s0[lane]);
      store(at, first_filter + 4u + lane, s1[lane]);
      store(at, first_filter + 8u + lane, s2[lane]);
      store(at, first_filter + 12u + lane, s3[lane]);
    }
  }
}
