// Faults of the rungs, which the check must reject.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { TemplateCase } from './cases.ts';

/** One realistic mistake each. */
export const wrong: readonly Fault<TemplateCase>[] = [
  {
    name: 'dropped-tail',
    summary: 'leaves out what is behind the last whole vec4',
    of: 'naive',
    change: edit('naive.wgsl', 'index < N', 'index < N - N % 4u'),
    answer: 'unwritten',
    at: (index, { n }) => index >= n - (n % 4),
    takes: ({ n }) => n % 4 > 0,
  },
  {
    name: 'lost-addend',
    summary: 'scales and does not shift',
    of: 'four',
    change: edit('four.wgsl', 'A * x[index] + B', 'A * x[index]'),
    answer: 'wrong-value',
  },
];
