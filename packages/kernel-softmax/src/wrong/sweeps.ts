// Faults of `safe`, which sweeps a row three times.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { SoftmaxCase } from '../cases.ts';

/** What can go wrong in each of the sweeps. */
export const sweepFaults: readonly Fault<SoftmaxCase>[] = [
  {
    name: 'zero-maximum',
    summary: 'begins with a maximum of zero, beside which low logits vanish',
    of: 'safe',
    change: edit('safe.wgsl', 'var own_top = LOWEST;', 'var own_top = 0.0;'),
    answer: 'wrong-value',
    takes: ({ fill }) => fill === 'low' || fill === 'floor',
  },
  {
    name: 'partial-max',
    summary: 'the maximum of the first 256 columns only',
    of: 'safe',
    change: edit(
      'safe.wgsl',
      'own_top = max(own_top, logit(row, column));',
      'own_top = select(own_top, logit(row, column), step == 0u);',
    ),
    answer: 'wrong-value',
    // Only a larger logit behind them overflows.
    at: (index, { columns }) => index % columns >= 256,
  },
  {
    name: 'masked-maximum',
    summary: 'takes the maximum over masked columns as well, beside which the others vanish',
    of: 'safe',
    change: edit(
      'safe.wgsl',
      'max(own_top, logit(row, column))',
      'max(own_top, SCALE * x[row * COLUMNS + column])',
    ),
    answer: 'wrong-value',
    takes: ({ fill, mask }) => fill === 'masked' && mask === 'padding',
  },
  {
    name: 'mask-ignored',
    summary: 'masked columns count in the denominator',
    of: 'safe',
    change: edit(
      'safe.wgsl',
      'own_sum += exp(logit(row, column) - top);',
      'own_sum += exp(SCALE * x[row * COLUMNS + column] - top);',
    ),
    answer: 'wrong-value',
    takes: ({ mask }) => mask === 'padding',
  },
  {
    name: 'mask-inverted',
    summary: 'keeps what is masked out, and nothing else',
    of: 'safe',
    change: edit('safe.wgsl', 'keep[column] != 0u', 'keep[column] == 0u'),
    answer: 'wrong-value',
    takes: ({ mask }) => mask === 'padding',
  },
  {
    name: 'scale-forgotten',
    summary: 'does not scale logits where there is a mask',
    of: 'safe',
    change: edit('safe.wgsl', 'let value = SCALE * x', 'let value = x'),
    answer: 'wrong-value',
    takes: ({ mask }) => mask === 'padding',
  },
  {
    name: 'dropped-first',
    summary: 'leaves the first column out of the denominator',
    of: 'safe',
    change: edit(
      'safe.wgsl',
      'own_sum += exp(logit(row, column) - top);',
      'own_sum += select(0.0, exp(logit(row, column) - top), column > 0u);',
    ),
    answer: 'wrong-value',
  },
  {
    name: 'dropped-last',
    summary: 'leaves the last column out of the denominator',
    of: 'safe',
    change: edit(
      'safe.wgsl',
      'if (column < COLUMNS) {\n      own_sum',
      'if (column + 1u < COLUMNS) {\n      own_sum',
    ),
    answer: 'wrong-value',
  },
  {
    name: 'reversed',
    summary: 'writes a row from its end',
    of: 'safe',
    change: edit('safe.wgsl', 'y[row * COLUMNS + column] =', 'y[row * COLUMNS + COLUMNS - 1u - column] ='),
    answer: 'wrong-value',
  },
  {
    name: 'past-row',
    summary: 'the last threads store behind the row',
    of: 'safe',
    change: edit('safe.wgsl', 'if (column < COLUMNS) {\n      y[', 'if (true) {\n      y['),
    answer: 'out-of-bounds',
  },
];
