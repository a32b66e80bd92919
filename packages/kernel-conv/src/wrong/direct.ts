// Mistakes of the rungs that fold windows as they lie.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { ConvCase } from '../problem.ts';
import { convolutionWith, reachesPadding } from './takes.ts';

/** Faults of `naive` and `tiled`. */
export const directFaults: readonly Fault<ConvCase>[] = [
  {
    name: 'padding-wraps',
    summary: 'takes the pixels beside a row for those of the rows above and below',
    of: 'naive',
    change: edit('naive.wgsl', 'py < SIZE && px < SIZE', 'py < SIZE'),
    answer: 'wrong-value',
    takes: convolutionWith(reachesPadding),
  },
  {
    name: 'flipped-kernel',
    summary: 'turns the rows of the filters upside down',
    of: 'naive',
    change: edit('naive.wgsl', '* KERNEL + row) *', '* KERNEL + (KERNEL - 1u - row)) *'),
    answer: 'wrong-value',
    takes: (params) =>
      params.fill === 'uniform' && convolutionWith(({ kernel, size }) => kernel > 1 && size > 3)(params),
  },
  {
    name: 'starts-at-one',
    summary: 'begins a sum with 1',
    of: 'naive',
    change: edit('naive.wgsl', 'var sum = 0.0', 'var sum = 1.0'),
    answer: 'wrong-value',
    takes: convolutionWith(),
  },
  {
    name: 'rounded-pixels',
    summary: 'reads pixels as half precision',
    of: 'naive',
    change: edit('naive.wgsl', 'fma(pixel,', 'fma(quantizeToF16(pixel),'),
    answer: 'wrong-value',
    takes: (params) => params.fill === 'uniform' && convolutionWith()(params),
  },
  {
    name: 'transposed-filters',
    summary: 'takes filters for channels and channels for filters',
    of: 'naive',
    change: edit('naive.wgsl', 'filter_index * CHANNELS + channel', 'channel * FILTERS + filter_index'),
    answer: 'wrong-value',
    takes: (params) =>
      params.fill === 'uniform' &&
      convolutionWith(({ channels, filters }) => channels > 1 && filters > 1)(params),
  },
  {
    name: 'missing-barrier',
    summary: 'reads tile and weights before everyone has written them',
    of: 'tiled',
    change: edit('tiled.wgsl', 'CHUNK, thread);\n    workgroupBarrier();', 'CHUNK, thread);'),
    answer: 'wrong-value',
    takes: convolutionWith(),
  },
  {
    name: 'overwritten-tile',
    summary: 'overwrites channels that others still read',
    of: 'tiled',
    change: edit('tiled.wgsl', 'before.\n    workgroupBarrier();', 'before.'),
    answer: 'wrong-value',
    takes: convolutionWith(({ channels }) => channels > 4),
  },
  {
    name: 'forgotten-padding',
    summary: 'begins a tile at the image, not at its padding',
    of: 'tiled',
    change: edit('tiled.wgsl', 'left * STRIDE + place % HALO - PADDING', 'left * STRIDE + place % HALO'),
    answer: 'wrong-value',
    takes: convolutionWith(reachesPadding),
  },
  {
    name: 'dropped-channels',
    summary: 'leaves out the channels behind the last whole chunk',
    of: 'tiled',
    change: edit('tiled.wgsl', '(CHANNELS + CHUNK - 1u) / CHUNK', 'CHANNELS / CHUNK'),
    answer: 'wrong-value',
    takes: convolutionWith(({ channels }) => channels > 4 && channels % 4 > 0),
  },
  {
    name: 'lost-chunk',
    summary: 'keeps the sums of the last chunk of channels alone',
    of: 'tiled',
    change: edit(
      'tiled.wgsl',
      'load_tile(image, chunk * CHUNK',
      's0 = vec4f();\n    load_tile(image, chunk * CHUNK',
    ),
    answer: 'wrong-value',
    takes: convolutionWith(({ channels }) => channels > 4),
  },
  {
    name: 'unwritten-filter',
    summary: 'leaves the result of the last filter as it was',
    of: 'tiled',
    change: edit('tiled.wgsl', 'if (filter_index < FILTERS) {', 'if (filter_index + 1u < FILTERS) {'),
    answer: 'unwritten',
    takes: convolutionWith(),
  },
];
