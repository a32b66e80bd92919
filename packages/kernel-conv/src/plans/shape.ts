// What plans have in common: which cases a rung takes, results of nothing, constants of windows.
import { notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, PlanCase, Skip } from '@kernel-ladder/harness';
import { fillPass } from '@kernel-ladder/kernel-kit';
import { isConvolution } from '../problem.ts';
import type { ConvCase } from '../problem.ts';
import { geometryOf } from '../geometry.ts';
import type { Geometry } from '../geometry.ts';

/** Plans a convolution that has images, filters and terms. */
export type PlanGeometry = (geometry: Geometry, device: DeviceFacts) => Plan | Skip;

/** A rung of convolutions. Without images or filters nothing is to be written, without channels zeros are. */
export function convolution(plan: PlanGeometry): PlanCase<ConvCase> {
  return (params, device) => {
    if (!isConvolution(params)) return notApplicable('the rung folds windows with filters');
    const geometry = geometryOf(params);
    const count = resultsOf(geometry);
    if (count === 0) return { passes: [], implBytes: 0, longestSum: 0 };
    if (geometry.terms > 0) return plan(geometry, device);
    return {
      passes: [fillPass({ buffer: 'y', element: 'f32', count })],
      implBytes: 4 * count,
      longestSum: 0,
    };
  };
}

/** Elements of the result. */
export function resultsOf({ images, filters, pixels }: Geometry): number {
  return images * filters * pixels;
}

/** Bytes of the pixels that a window has, of the filters, and of the result. */
export function bytesOf(geometry: Geometry) {
  const { images, channels, filters, taps } = geometry;
  return {
    x: 4 * images * channels * touched(geometry) ** 2,
    w: 4 * filters * channels * taps,
    y: 4 * resultsOf(geometry),
  };
}

// Places along an edge that some window has: those between windows far apart, and behind the last one, nobody reads.
function touched({ out, kernel, stride, dilation, padding, size }: Geometry): number {
  const places = new Set<number>();
  for (let window = 0; window < out; window++)
    for (let element = 0; element < kernel; element++)
      places.add(window * stride + element * dilation - padding);
  return [...places].filter((place) => place >= 0 && place < size).length;
}

/** The constants that kernels of windows have. */
export function windowConstants({
  channels,
  filters,
  size,
  kernel,
  stride,
  padding,
  dilation,
  out,
}: Geometry) {
  return {
    CHANNELS: channels,
    FILTERS: filters,
    SIZE: size,
    KERNEL: kernel,
    STRIDE: stride,
    PADDING: padding,
    DILATION: dilation,
    OUT: out,
  };
}
