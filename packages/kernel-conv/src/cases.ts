// Which images are convolved and pooled for timing: layers of ResNet.
import { geometryOf } from './geometry.ts';
import { isConvolution } from './problem.ts';
import type { ConvCase } from './problem.ts';

/** n, channels, size and kernel of a case. */
export type Shape = readonly [n: number, channels: number, size: number, kernel: number];

/** A convolution with as many filters as channels, whose result is as large as its input, unless `more` says otherwise. */
export function convCase([n, channels, size, kernel]: Shape, more: Partial<ConvCase> = {}): ConvCase {
  return {
    n,
    channels,
    size,
    kernel,
    op: 'conv',
    fill: 'uniform',
    filters: 'channels',
    stride: 'usual',
    padding: 'same',
    dilation: 1,
    dtype: 'f32',
    ...more,
  };
}

/** The case, by the words that it has for what is usual; or why its parameters do not go together. */
export function combine(params: ConvCase): ConvCase | string {
  const { channels, kernel, stride, padding, dilation } = params;
  const usual = convCase([params.n, channels, params.size, kernel], { op: params.op });
  const geometry = geometryOf(params);
  if (geometry.out < 1)
    return `size=${params.size}: a window of ${geometry.extent} does not fit in with padding=${geometry.padding}`;
  if (!isConvolution(params)) {
    if (params.filters !== 'channels')
      return `op=${params.op} has no filters: leave filters=${params.filters} out`;
    if (dilation !== 1) return `op=${params.op} has no dilation: leave dilation=${dilation} out`;
    if (2 * geometry.padding > kernel)
      return `padding=${geometry.padding}: of a pooling at most half of the kernel, ${kernel}`;
  }
  return {
    ...params,
    filters: params.filters === channels ? 'channels' : params.filters,
    stride: stride === geometryOf(usual).stride ? 'usual' : stride,
    padding: padding === geometryOf({ ...usual, dilation }).padding ? 'same' : padding,
  };
}

const pools = (['max', 'average'] as const).map((op) => convCase([32, 64, 112, 2], { op }));

/** The timed cases by size class: the 3 × 3 layers of ResNet-18 and 34 at 32 images, and what else such a net has. */
export const timedCases = {
  tiny: [
    convCase([2, 8, 12, 3]),
    ...(['max', 'average'] as const).map((op) => convCase([2, 8, 16, 2], { op })),
  ],
  small: [convCase([2, 16, 28, 3])],
  headline: [convCase([32, 64, 56, 3]), ...pools],
  sweep: [
    convCase([32, 128, 28, 3]),
    convCase([32, 256, 14, 3]),
    convCase([32, 512, 7, 3]),
    convCase([32, 256, 14, 1], { filters: 1024 }),
    convCase([32, 3, 224, 7], { filters: 64, stride: 2 }),
    convCase([32, 64, 56, 3], { dilation: 2 }),
    convCase([32, 64, 112, 3], { op: 'max', stride: 2 }),
  ],
} as const;
