// Shapes of a convolution of images, NCHW.
import { integersOf } from '../../graph/attributes.ts';
import { GraphError } from '../../graph/errors.ts';
import { isFloat } from '../../graph/types.ts';
import type { Attributes, Type } from '../../graph/types.ts';
import { dtypeError, operandAt, shapeError } from '../rules.ts';
import { checked, stepsOf, windowCounts } from '../window.ts';

type Pair = readonly [down: number, across: number];

/** One convolution; pairs are along rows and columns. */
export interface Convolution {
  readonly channels: number;
  readonly height: number;
  readonly width: number;
  readonly size: Pair;
  readonly stride: Pair;
  /** Zeros on each side. */
  readonly padding: Pair;
  readonly dilation: Pair;
}

/** The type of a convolution's result. Throws a ShapeError, a DtypeError or an AttributeError. */
export function convolutionType(operands: readonly Type[], attributes: Attributes): Type {
  const [images, filters] = [operandAt(operands, 0), operandAt(operands, 1)];
  if (images.dtype !== filters.dtype || !isFloat(images.dtype))
    throw dtypeError('conv2d takes floats of one element type', [images, filters], 'cast first');
  if (images.shape.length !== 4 || filters.shape.length !== 4 || images.shape[1] !== filters.shape[1])
    throw shapeError('conv2d takes [N, C, H, W] and [O, C, rows, columns]', [images, filters]);
  const { height, width, padding, ...window } = convolutionOf(operands, attributes);
  checked('conv2d', { size: window.size, stride: window.stride, dilation: window.dilation });
  const counts = windowCounts([height + 2 * padding[0], width + 2 * padding[1]], window);
  if (counts.some((count) => count < 1))
    throw shapeError('conv2d takes filters that fit into the padded images', [images, filters]);
  return { dtype: images.dtype, shape: [images.shape[0] ?? 0, filters.shape[0] ?? 0, ...counts] };
}

/** Reads the sizes; nothing is checked against anything. Throws an AttributeError where a pair is none. */
export function convolutionOf(operands: readonly Type[], attributes: Attributes): Convolution {
  const [, channels = 1, height = 1, width = 1] = operandAt(operands, 0).shape;
  const [, , rows = 1, columns = 1] = operandAt(operands, 1).shape;
  const { stride, dilation } = stepsOf(attributes, 2);
  const padding = integersOf(attributes, 'padding', [0, 0]);
  if (padding.some((zeros) => zeros < 0))
    throw new GraphError('AttributeError', `conv2d: padding is not negative, not [${padding.join(', ')}]`);
  return {
    channels,
    height,
    width,
    size: [rows, columns],
    stride: pair('stride', stride),
    padding: pair('padding', padding),
    dilation: pair('dilation', dilation),
  };
}

function pair(name: string, list: readonly number[]): Pair {
  const [down, across] = list;
  if (list.length === 2 && down !== undefined && across !== undefined) return [down, across];
  throw new GraphError('AttributeError', `conv2d: ${name} is two numbers, not [${list.join(', ')}]`);
}
