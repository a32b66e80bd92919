// Convolutions and poolings of images, sums in f64.
import { spanOf } from './part.ts';
import type { Part, Span } from './part.ts';

/** y of x: images in NCHW, windows of kernel × kernel; each image and channel of the result is a plane of its own. */
export interface ConvTask {
  readonly kind: 'conv';
  readonly op: 'conv' | 'max' | 'average';
  readonly shape: ConvShape;
  readonly x: Float32Array;
  /** filters × channels × kernel × kernel; of a pooling empty. */
  readonly w: Float32Array;
  readonly y: Float32Array;
}

/** Extents in pixels or elements; `out` windows along an edge. */
export interface ConvShape {
  readonly images: number;
  readonly channels: number;
  readonly filters: number;
  readonly size: number;
  readonly kernel: number;
  readonly stride: number;
  readonly padding: number;
  readonly dilation: number;
  readonly out: number;
}

/** Does the planes of one part. */
export function convPart(task: ConvTask, part: Part): void {
  const { images, filters, out } = task.shape;
  const { from, to } = spanOf(images * filters, part);
  const values = new Float64Array(out * out);
  for (let plane = from; plane < to; plane++) {
    if (task.op === 'conv') convolvePlane(task, plane, values);
    else poolPlane(task, plane, values);
    task.y.set(values, plane * out * out);
  }
}

function convolvePlane(task: ConvTask, plane: number, sums: Float64Array): void {
  const { channels, filters, kernel } = task.shape;
  const [image, filter] = [Math.floor(plane / filters), plane % filters];
  const taps = kernel * kernel;
  sums.fill(0);
  for (let channel = 0; channel < channels; channel++) {
    const first = (filter * channels + channel) * taps;
    for (let tap = 0; tap < taps; tap++) {
      const weight = task.w[first + tap] ?? 0;
      eachRow(task, { plane: image * channels + channel, tap }, (row) => addTo(sums, row, weight));
    }
  }
}

function poolPlane(task: ConvTask, plane: number, values: Float64Array): void {
  const { kernel } = task.shape;
  const taps = kernel * kernel;
  const isMax = task.op === 'max';
  values.fill(isMax ? -Infinity : 0);
  for (let tap = 0; tap < taps; tap++)
    eachRow(task, { plane, tap }, (row) => (isMax ? raise(values, row) : addTo(values, row, 1)));
  // Padding counts as zeros.
  if (!isMax) for (const at of values.keys()) values[at] = (values[at] ?? 0) / taps;
}

/** Windows of one row whose element lies within the image: the first one's place, its element's, and pixels from element to element. */
interface Row {
  readonly x: Float32Array;
  readonly at: number;
  readonly count: number;
  readonly from: number;
  readonly stride: number;
}

// Loops of their own: one that called a function at every element would take four times as long.
function addTo(sums: Float64Array, { x, at, count, from, stride }: Row, weight: number): void {
  for (let index = 0; index < count; index++)
    sums[at + index] = (sums[at + index] ?? 0) + weight * (x[from + index * stride] ?? 0);
}

function raise(values: Float64Array, { x, at, count, from, stride }: Row): void {
  for (let index = 0; index < count; index++)
    values[at + index] = Math.max(values[at + index] ?? 0, x[from + index * stride] ?? 0);
}

function eachRow(
  { x, shape: { size, kernel, stride, padding, dilation, out } }: ConvTask,
  { plane, tap }: { readonly plane: number; readonly tap: number },
  take: (row: Row) => void,
): void {
  const down = dilation * Math.floor(tap / kernel) - padding;
  const right = dilation * (tap % kernel) - padding;
  const columns = within(size, stride, right, out);
  const rows = within(size, stride, down, out);
  for (let row = rows.from; row < rows.to; row++) {
    const line = (plane * size + row * stride + down) * size;
    const from = line + columns.from * stride + right;
    take({ x, at: row * out + columns.from, count: columns.to - columns.from, from, stride });
  }
}

// The windows along an edge whose element is a pixel: 0 ≤ window · stride + offset < size.
function within(size: number, stride: number, offset: number, out: number): Span {
  const from = Math.max(0, Math.ceil(-offset / stride));
  return { from, to: Math.max(from, Math.min(out, Math.floor((size - 1 - offset) / stride) + 1)) };
}
