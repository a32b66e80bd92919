// The extents of a case, and the place of a window: shared by kernels that compute an element of the result a thread.
const CHANNELS = 3u;
const SIZE = 8u;
const KERNEL = 3u;
const STRIDE = 1u;
const PADDING = 1u;
const DILATION = 1u;
const OUT = 8u;
const PIXELS = OUT * OUT;

// Where an element of a window lies along an edge; beyond SIZE where that is padding, also in front, for u32 wraps around.
fn along(window: u32, element: u32) -> u32 {
  return window * STRIDE + element * DILATION - PADDING;
}
