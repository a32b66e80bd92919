// Faults of the rungs that sweep a row several times.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { NormCase } from '../cases.ts';

/** The faults of `naive` and `two-pass`. */
export const sweepFaults: readonly Fault<NormCase>[] = [
  {
    name: 'next-gamma',
    summary: 'takes the scale of the next column',
    of: 'naive',
    change: edit('naive.wgsl', 'gamma[column]', 'gamma[(column + 1u) % COLUMNS]'),
    answer: 'wrong-value',
  },
  {
    name: 'gamma-by-element',
    summary: 'looks up the scale by element, not by column',
    of: 'naive',
    change: edit('naive.wgsl', 'inverse * gamma[column]', 'inverse * gamma[row * COLUMNS + column]'),
    answer: 'wrong-value',
    at: (index, { columns }) => index >= columns,
  },
  {
    name: 'reversed',
    summary: 'writes a row from its end',
    of: 'naive',
    change: edit('naive.wgsl', 'y[row * COLUMNS + column] =', 'y[row * COLUMNS + COLUMNS - 1u - column] ='),
    answer: 'wrong-value',
  },
  {
    name: 'past-row',
    summary: 'the last threads store behind the row',
    of: 'naive',
    change: edit('naive.wgsl', 'if (column < COLUMNS) {\n      y[', 'if (true) {\n      y['),
    answer: 'out-of-bounds',
  },
  {
    name: 'half-sums',
    summary: 'rounds the sums to half precision',
    of: 'naive',
    change: edit(
      'naive.wgsl',
      'own += vec2f(value, value * value);',
      'own = quantizeToF16(own + vec2f(value, value * value));',
    ),
    answer: 'wrong-value',
  },
  {
    name: 'next-mean',
    summary: 'subtracts the mean of the row below',
    of: 'two-pass',
    change: edit(
      'two-pass.wgsl',
      'own_sum += x[row * COLUMNS + column];',
      'own_sum += x[(row + 1u) % ROWS * COLUMNS + column];',
    ),
    answer: 'wrong-value',
    takes: isCentred,
  },
  {
    name: 'dropped-first',
    summary: 'leaves the first column out of the mean',
    of: 'two-pass',
    change: edit(
      'two-pass.wgsl',
      'own_sum += x[row * COLUMNS + column];',
      'own_sum += select(0.0, x[row * COLUMNS + column], column > 0u);',
    ),
    answer: 'wrong-value',
    takes: isCentred,
  },
  {
    name: 'dropped-last',
    summary: 'leaves the last column out of the mean',
    of: 'two-pass',
    change: edit(
      'two-pass.wgsl',
      'if (column < COLUMNS) {\n        own_sum',
      'if (column + 1u < COLUMNS) {\n        own_sum',
    ),
    answer: 'wrong-value',
    takes: isCentred,
  },
  {
    name: 'partial-variance',
    summary: 'leaves all but the first columns out of the variance',
    of: 'two-pass',
    change: edit(
      'two-pass.wgsl',
      'own_squares += deviation * deviation;',
      'own_squares = select(own_squares, deviation * deviation, step == 0u);',
    ),
    answer: 'wrong-value',
  },
  {
    name: 'no-root',
    summary: 'divides by the variance, not by its root',
    of: 'two-pass',
    change: edit('two-pass.wgsl', 'inverseSqrt(variance + EPSILON)', '1.0 / (variance + EPSILON)'),
    answer: 'wrong-value',
  },
  {
    name: 'missing-barrier',
    summary: 'reads a level before it is written',
    of: 'two-pass',
    change: edit('two-pass.wgsl', 'workgroupBarrier();', ''),
    answer: 'wrong-value',
  },
];

function isCentred({ op }: NormCase): boolean {
  return op === 'layernorm';
}
