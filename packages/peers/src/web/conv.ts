// Convolutions and poolings of other people's libraries.
import { notApplicable } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Skip } from '@kernel-ladder/harness';
import { family, geometryOf } from '@kernel-ladder/kernel-conv';
import type { ConvCase } from '@kernel-ladder/kernel-conv';
import type { OnnxCompute } from './onnxruntime.ts';
import { webRows } from './rows.ts';
import type { Shapes } from './task.ts';
import type { TfjsCompute } from './tfjs.ts';

const operators = { conv: 'Conv', max: 'MaxPool', average: 'AveragePool' } as const;

/** The rows of the libraries. */
export const convLibraries = webRows<ConvCase>({
  family,
  refuse: () => null,
  shapes: (params) => {
    const { images, channels, filters, size, kernel, out } = geometryOf(params);
    const x = [images, channels, size, size];
    const operands = params.op === 'conv' ? { x, w: [filters, channels, kernel, kernel] } : { x };
    return { operands, result: [images, filters, out, out] };
  },
  ways: {
    tfjs: {
      calls: 'conv2d, maxPool, avgPool',
      refuse: refuseTfjs,
      shapes: channelsLast,
      order: { inputs: lastInputs, result: firstResult },
      compute: computeTfjs,
    },
    'onnxruntime-web': { calls: 'Conv, MaxPool, AveragePool', compute: computeOnnx },
  },
});

function computeOnnx(params: ConvCase): OnnxCompute {
  const { kernel, stride, padding, dilation } = geometryOf(params);
  const window = {
    kernel_shape: [kernel, kernel],
    strides: [stride, stride],
    pads: [padding, padding, padding, padding],
  };
  const more = {
    conv: { dilations: [dilation, dilation] },
    average: { count_include_pad: 1 },
    max: {},
  }[params.op];
  const inputs = params.op === 'conv' ? ['x', 'w'] : ['x'];
  return {
    nodes: [{ op: operators[params.op], inputs, output: 'y', attributes: { ...window, ...more } }],
    output: 'y',
  };
}

function refuseTfjs(params: ConvCase): Skip | null {
  const { stride, padding, dilation } = geometryOf(params);
  if (params.op === 'average' && padding > 0)
    return notApplicable('its mean leaves out the padding, and the family’s counts it');
  return stride > 1 && dilation > 1 ? notApplicable('it takes no dilation beside a stride') : null;
}

function computeTfjs(params: ConvCase): TfjsCompute {
  const { kernel, stride, padding, dilation } = geometryOf(params);
  const edge = [padding, padding] as const;
  const pad = [[0, 0] as const, edge, edge, [0, 0] as const];
  return (tf, operand) => {
    if (params.op === 'conv') return tf.conv2d(operand('x'), operand('w'), stride, pad, 'NHWC', dilation);
    const pool = params.op === 'max' ? tf.maxPool : tf.avgPool;
    return pool(operand('x'), kernel, stride, pad);
  };
}

// NHWC and HWIO.
function channelsLast(params: ConvCase): Shapes {
  const { images, channels, filters, size, kernel, out } = geometryOf(params);
  const x = [images, size, size, channels];
  const operands = params.op === 'conv' ? { x, w: [kernel, kernel, channels, filters] } : { x };
  return { operands, result: [images, out, out, filters] };
}

function lastInputs(params: ConvCase, { x, w }: Arrays): Arrays {
  const { images, channels, filters, size, taps } = geometryOf(params);
  if (!x) throw new Error('no images');
  const pictures = swapped(x, { outer: images, rows: channels, columns: size * size });
  // Filters × (channels × taps), turned round, are (channels × taps) × filters; then taps go before channels.
  return w
    ? {
        x: pictures,
        w: tapsFirst(swapped(w, { outer: 1, rows: filters, columns: channels * taps }), {
          channels,
          taps,
          filters,
        }),
      }
    : { x: pictures };
}

function firstResult(params: ConvCase, result: NumberArray): NumberArray {
  const { images, filters, pixels } = geometryOf(params);
  return swapped(result, { outer: images, rows: pixels, columns: filters });
}

// channels × taps × filters as taps × channels × filters.
function tapsFirst(
  values: NumberArray,
  { channels, taps, filters }: { readonly channels: number; readonly taps: number; readonly filters: number },
): NumberArray {
  const result = values.slice();
  for (let channel = 0; channel < channels; channel++)
    for (let tap = 0; tap < taps; tap++) {
      const from = (channel * taps + tap) * filters;
      result.set(values.subarray(from, from + filters), (tap * channels + channel) * filters);
    }
  return result;
}

/** Matrices one behind the other. */
interface Matrices {
  readonly outer: number;
  readonly rows: number;
  readonly columns: number;
}

// Each matrix transposed.
function swapped(values: NumberArray, { outer, rows, columns }: Matrices): NumberArray {
  const result = values.slice();
  const size = rows * columns;
  for (let matrix = 0; matrix < outer; matrix++)
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        result[matrix * size + column * rows + row] = values[matrix * size + row * columns + column] ?? 0;
  return result;
}
