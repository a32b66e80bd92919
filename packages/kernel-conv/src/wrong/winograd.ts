// Mistakes of Winograd's algorithm.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { ConvCase } from '../problem.ts';
import { convolutionWith } from './takes.ts';

/** Faults of `winograd`. */
export const winogradFaults: readonly Fault<ConvCase>[] = [
  {
    name: 'wrong-sign',
    summary: 'adds a row of pixels where its transform takes it off',
    of: 'winograd',
    change: edit('winograd-pixels.wgsl', 'c - b', 'c + b'),
    answer: 'wrong-value',
    takes: (params) => params.fill === 'uniform' && convolutionWith(({ size }) => size > 3)(params),
  },
  {
    name: 'unwritten-line',
    summary: 'leaves the last line of an image of odd size as it was',
    of: 'winograd',
    change: edit(
      'winograd-results.wgsl',
      '  store(line, right, a + b + c);',
      '  if (down + 1u < OUT) {\n    store(line, right, a + b + c);\n  }',
    ),
    answer: 'unwritten',
    takes: convolutionWith(({ out }) => out % 2 === 1),
  },
];
