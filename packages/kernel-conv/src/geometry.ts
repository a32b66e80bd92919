// The numbers behind a case: what its words mean, and how many windows there are.
import type { ConvCase } from './problem.ts';

/** All extents of a case, in pixels or elements. */
export interface Geometry {
  readonly images: number;
  readonly channels: number;
  /** Channels of the result. */
  readonly filters: number;
  readonly size: number;
  readonly kernel: number;
  readonly stride: number;
  readonly padding: number;
  readonly dilation: number;
  /** Pixels that a window spans along an edge. */
  readonly extent: number;
  /** Windows along an edge. */
  readonly out: number;
  /** Windows of an image. */
  readonly pixels: number;
  /** Elements of a window. */
  readonly taps: number;
  /** Terms of an element of the result: elements of a window in all channels that go into it. */
  readonly terms: number;
}

/** What a case comes to. */
export function geometryOf(params: ConvCase): Geometry {
  const { n: images, channels, size, kernel, dilation, op } = params;
  const isConvolution = op === 'conv';
  const filters = params.filters === 'channels' ? channels : params.filters;
  const stride = params.stride === 'usual' ? (isConvolution ? 1 : kernel) : params.stride;
  const padding = params.padding === 'same' ? Math.floor((dilation * (kernel - 1)) / 2) : params.padding;
  const extent = dilation * (kernel - 1) + 1;
  const out = Math.floor((size + 2 * padding - extent) / stride) + 1;
  const taps = kernel * kernel;
  return {
    images,
    channels,
    filters,
    size,
    kernel,
    stride,
    padding,
    dilation,
    extent,
    out,
    pixels: out * out,
    taps,
    terms: isConvolution ? channels * taps : taps,
  };
}
