// Mistakes of the rungs that are products.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { ConvCase } from '../problem.ts';
import { geometryOf } from '../geometry.ts';
import type { Geometry } from '../geometry.ts';
import { convolutionWith, reachesPadding } from './takes.ts';

// A change of the generated text, whose numbers hang on the case.
const inProduct =
  (of: (geometry: Geometry) => readonly [find: string, replace: string]): Fault<ConvCase>['change'] =>
  (plan, params) =>
    edit('product.wgsl.ts', ...of(geometryOf(params)))(plan);

/** Faults of `im2col` and `implicit-gemm`. */
export const loweredFaults: readonly Fault<ConvCase>[] = [
  {
    name: 'short-row',
    summary: 'leaves the last window out of every row of the matrix',
    of: 'im2col',
    change: edit('patches.wgsl', 'place >= COLUMNS', 'place + 1u >= COLUMNS'),
    answer: 'wrong-value',
    takes: convolutionWith(),
  },
  {
    name: 'rows-for-columns',
    summary: 'walks windows column by column',
    of: 'im2col',
    change: edit('patches.wgsl', 'OUT, term / KERNEL % KERNEL)', 'OUT, term % KERNEL)'),
    answer: 'wrong-value',
    takes: (params) =>
      params.fill === 'uniform' && convolutionWith(({ kernel, size }) => kernel > 1 && size > 3)(params),
  },
  {
    name: 'first-image',
    summary: 'gathers the windows of every image from the first one',
    of: 'implicit-gemm',
    change: inProduct(({ pixels }) => [`let image = column / ${pixels}u;`, 'let image = 0u;']),
    answer: 'wrong-value',
    takes: convolutionWith(({ images }) => images > 1),
  },
  {
    name: 'no-dilation',
    summary: 'takes the pixels of a window side by side',
    of: 'implicit-gemm',
    change: inProduct(({ dilation }) => [`+ across * ${dilation}u`, '+ across']),
    answer: 'wrong-value',
    takes: (params) =>
      params.fill === 'uniform' &&
      convolutionWith(({ dilation, kernel, size }) => dilation > 1 && kernel > 1 && size > 4)(params),
  },
  {
    name: 'padding-above',
    summary: 'takes what lies above an image for its neighbour in memory',
    of: 'implicit-gemm',
    change: inProduct(({ size }) => [`if (py < ${size}u && px < ${size}u)`, `if (px < ${size}u)`]),
    answer: 'wrong-value',
    takes: convolutionWith((geometry) => reachesPadding(geometry) && geometry.images > 1),
  },
  {
    name: 'lost-slice',
    summary: 'leaves the first slice of the terms out',
    of: 'implicit-gemm',
    change: edit('product.wgsl.ts', 'for (var step = 0u;', 'for (var step = 1u;'),
    answer: 'wrong-value',
    takes: convolutionWith(),
  },
];
