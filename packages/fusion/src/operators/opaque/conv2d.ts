import { countOf } from '../../graph/types.ts';
import type { Expression } from '../../graph/expression.ts';
import type { Attributes } from '../../graph/types.ts';
import type { Backward, Call, Opaque } from '../contract.ts';
import { operandAt } from '../rules.ts';
import { convolutionOf, convolutionType } from './convolution.ts';
import type { Convolution } from './convolution.ts';

export const conv2d: Opaque = {
  name: 'conv2d',
  class: 'opaque',
  summary:
    'images [N, C, H, W] under filters [O, C, rows, columns], not mirrored, with zeros around an image',
  arity: 2,
  attributes: { stride: 'integers?', padding: 'integers?', dilation: 'integers?' },
  infer: convolutionType,
  evaluate: convolve,
  flops: (call) => 2 * countOf(call.type.shape) * countOf(operandAt(call.operands, 1).shape.slice(1)),
  gradient: (at, images, filters) => {
    const lowered = lower(at, images);
    return [imageSlope(at, lowered, filters), filterSlope(at, lowered, filters)];
  },
};

// Elements outside an image are zeros, so that their products are left out.
function convolve(call: Call, images: Float64Array, filters: Float64Array): Float64Array {
  const problem = convolutionOf(call.operands, call.attributes);
  const [, outputs = 1, down = 1, across = 1] = call.type.shape;
  return Float64Array.from({ length: countOf(call.type.shape) }, (_, at) =>
    overWindow(
      problem,
      { images, filters },
      {
        image: Math.floor(at / (outputs * down * across)),
        filter: Math.floor(at / (down * across)) % outputs,
        row: Math.floor(at / across) % down,
        column: at % across,
      },
    ),
  );
}

interface Spot {
  readonly image: number;
  readonly filter: number;
  readonly row: number;
  readonly column: number;
}

function overWindow(
  { channels, height, width, size, stride, padding, dilation }: Convolution,
  { images, filters }: { readonly images: Float64Array; readonly filters: Float64Array },
  { image, filter, row, column }: Spot,
): number {
  const [rows, columns] = size;
  let sum = 0;
  for (let at = 0; at < channels * rows * columns; at++) {
    const y = row * stride[0] - padding[0] + (Math.floor(at / columns) % rows) * dilation[0];
    const x = column * stride[1] - padding[1] + (at % columns) * dilation[1];
    if (y < 0 || y >= height || x < 0 || x >= width) continue;
    const channel = image * channels + Math.floor(at / (rows * columns));
    const pixel = images[(channel * height + y) * width + x] ?? Number.NaN;
    sum += pixel * (filters[filter * channels * rows * columns + at] ?? Number.NaN);
  }
  return sum;
}

// A convolution is a product: each row of `columns` is a window, each row of `slopes` what its results were worth.
interface Lowered {
  readonly problem: Convolution;
  readonly padded: Expression;
  readonly columns: Expression;
  readonly slopes: Expression;
  readonly window: Attributes;
}

function lower({ op, slope, call }: Backward, images: Expression): Lowered {
  const problem = convolutionOf(call.operands, call.attributes);
  const margin = [0, 0, ...problem.padding];
  const padded = op('pad', [images], { before: margin, after: margin });
  const window = { size: problem.size, stride: problem.stride, dilation: problem.dilation };
  const taken = op('windows', [padded], window);
  const [n = 1, outputs = 1, down = 1, across = 1] = call.type.shape;
  const inWindow = problem.channels * countOf(problem.size);
  const byWindow = op('transpose', [taken], { permutation: [0, 2, 3, 1, 4, 5] });
  const columns = op('reshape', [byWindow], { shape: [n * down * across, inWindow] });
  const byPlace = op('transpose', [slope], { permutation: [0, 2, 3, 1] });
  const slopes = op('reshape', [byPlace], { shape: [n * down * across, outputs] });
  return { problem, padded, columns, slopes, window };
}

function filterSlope({ op }: Backward, { columns, slopes }: Lowered, filters: Expression): Expression {
  const product = op('matmul', [slopes, columns], { transposeA: true });
  return op('reshape', [product], { shape: filters.type.shape });
}

function imageSlope({ op, call }: Backward, lowered: Lowered, filters: Expression): Expression {
  const { problem, padded, slopes, window } = lowered;
  const { shape } = filters.type;
  const flat = op('reshape', [filters], { shape: [shape[0] ?? 1, countOf(shape.slice(1))] });
  const [n = 1, , down = 1, across = 1] = call.type.shape;
  const spread = op('reshape', [op('matmul', [slopes, flat])], {
    shape: [n, down, across, problem.channels, ...problem.size],
  });
  const byChannel = op('transpose', [spread], { permutation: [0, 3, 1, 2, 4, 5] });
  const folded = op('fold-windows', [byChannel], { ...window, shape: padded.type.shape });
  const [top, left] = problem.padding;
  return op('slice', [folded], {
    starts: [0, 0, top, left],
    stops: [n, problem.channels, top + problem.height, left + problem.width],
  });
}
