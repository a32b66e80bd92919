// Seeded images and filters.
import { allocate, fillAroundZero, fillWithDraws } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Random } from '@kernel-ladder/harness';
import { drawInteger } from '@kernel-ladder/kernel-kit';
import { isConvolution } from './problem.ts';
import type { ConvCase } from './problem.ts';
import { geometryOf } from './geometry.ts';

/** `x`: images, n × channels × size × size; of a convolution `w`: filters × channels × kernel × kernel. */
export function convInputs(params: ConvCase, random: Random): Arrays {
  const { images, channels, size, filters, terms } = geometryOf(params);
  const x = filled(params, images * channels * size * size, random);
  const odd = oddPixel(params);
  if (odd) x[odd.index] = odd.value;
  return isConvolution(params) ? { x, w: filled(params, filters * terms, random) } : { x };
}

function filled({ fill }: ConvCase, length: number, random: Random): NumberArray {
  const array = allocate('f32', length);
  if (fill === 'integers') return fillWithDraws(array, () => drawInteger(random), random);
  return fill === 'ones' ? array.fill(1) : fillAroundZero(array, random);
}

/** The pixel of the first image that is no finite number, where a case has one. */
function oddPixel({
  fill,
  channels,
  size,
}: Pick<ConvCase, 'fill' | 'channels' | 'size'>): { readonly index: number; readonly value: number } | null {
  if (fill !== 'nan' && fill !== 'inf') return null;
  const middle = Math.floor(size / 2);
  const index = (Math.floor(channels / 2) * size + middle) * size + middle;
  return { index, value: fill === 'nan' ? Number.NaN : Infinity };
}
