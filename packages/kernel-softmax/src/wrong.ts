// Faults of the rungs, which the check must reject.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import { itemWidth } from '@kernel-ladder/kernel-kit';
import type { SoftmaxCase } from './cases.ts';

/** One realistic mistake each. */
export const wrong: readonly Fault<SoftmaxCase>[] = [
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
    name: 'past-row',
    summary: 'the last threads store behind the row',
    of: 'safe',
    change: edit('safe.wgsl', 'if (column < COLUMNS) {\n      y[', 'if (true) {\n      y['),
    answer: 'out-of-bounds',
  },
  {
    name: 'divides-by-max',
    summary: 'normalises by the largest sum of a thread, not by their sum',
    of: 'online',
    change: edit('online.wgsl', 'subgroupAdd(', 'subgroupMax('),
    answer: 'wrong-value',
  },
  {
    name: 'next-row',
    summary: 'maximum and denominator of the row below',
    of: 'online',
    change: edit(
      'online.wgsl',
      'let value = logits(row, item);',
      'let value = logits((row + 1u) % ROWS, item);',
    ),
    answer: 'wrong-value',
  },
  {
    name: 'no-rescale',
    summary: 'keeps a sum as it is when the maximum grows',
    of: 'online',
    change: edit('online.wgsl', 'own.y * exp(own.x - top) + total(', 'own.y + total('),
    answer: 'wrong-value',
  },
  {
    name: 'next-mask',
    summary: 'looks up the mask by element, not by column',
    of: 'separate',
    change: edit('scale-mask.wgsl', 'keep[index % ITEMS]', 'keep[index]'),
    answer: 'wrong-value',
    at: (index, { columns }) => index >= columns,
  },
  {
    name: 'missing-barrier',
    summary: 'reads the pairs of other subgroups before they are written',
    of: 'resident',
    change: edit('resident.wgsl.ts', 'workgroupBarrier();', ''),
    answer: 'wrong-value',
  },
  {
    name: 'half-precision',
    summary: 'rounds every exponential to half precision',
    of: 'subgroup',
    change: edit(
      'subgroup.wgsl',
      'exp(held[b * HELD + k] - top)',
      'quantizeToF16(exp(held[b * HELD + k] - top))',
    ),
    answer: 'wrong-value',
  },
  {
    name: 'wrong-subgroup',
    summary: 'takes every subgroup to have 32 lanes',
    of: 'subgroup',
    change: edit('subgroup.wgsl', ', lane, size);', ', lane, max(size, 32u));'),
    answer: 'unwritten',
    // The first lane of 32 is there in every subgroup.
    at: (index, { columns }) => Math.floor((index % columns) / itemWidth(columns)) % 32 !== 0,
  },
  {
    name: 'dropped-tail',
    summary: 'the denominator leaves out the last part of a row',
    of: 'split',
    change: edit('split-normalise.wgsl', 'if (other < PARTS) {', 'if (other + 1u < PARTS) {'),
    answer: 'wrong-value',
  },
];
