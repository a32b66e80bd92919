// Faults of the rungs that work in subgroups.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import { itemWidth, rowFaults } from '@kernel-ladder/kernel-kit';
import type { SoftmaxCase } from '../cases.ts';

/** The faults of `online`, `separate`, `resident`, `subgroup` and `split`. */
export const subgroupFaults: readonly Fault<SoftmaxCase>[] = [
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
    name: 'merged-unscaled',
    summary: 'merges sums as if they were relative to the same maximum',
    of: 'online',
    change: edit('online.wgsl', 'a.y * exp(a.x - top) + b.y', 'a.y + b.y'),
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
    name: 'scaled-twice',
    summary: 'scales logits that are scaled already',
    of: 'separate',
    change: edit('scale-mask.wgsl', 'SCALE * x[index]', 'SCALE * SCALE * x[index]'),
    answer: 'wrong-value',
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
    name: 'rounded-logits',
    summary: 'reads logits as half precision',
    of: 'subgroup',
    change: edit(
      'subgroup.wgsl',
      '= logits(first + b, item);',
      '= Item(quantizeToF16(vec4f(logits(first + b, item))));',
    ),
    answer: 'wrong-value',
    takes: ({ columns }) => itemWidth(columns) === 4,
  },
  {
    name: 'padding-counts',
    summary: 'counts what lies behind the row as logits of zero',
    of: 'subgroup',
    change: edit('subgroup.wgsl', 'held[b * HELD + k] = Item(LOWEST);', 'held[b * HELD + k] = Item();'),
    answer: 'wrong-value',
  },
  ...rowFaults,
  {
    name: 'dropped-tail',
    summary: 'the denominator leaves out the last part of a row',
    of: 'split',
    change: edit('split-normalise.wgsl', 'if (other < PARTS) {', 'if (other + 1u < PARTS) {'),
    answer: 'wrong-value',
  },
];
