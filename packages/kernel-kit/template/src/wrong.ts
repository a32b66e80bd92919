// Faults of the rungs, which the check must reject.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { FaultTable } from '@kernel-ladder/kernel-kit';
import type { TemplateCase } from './cases.ts';

/** Which faults stand for a class of mistakes, or why none does. */
export const faultTable: FaultTable = {
  index: ['half-stride'],
  bound: ['dropped-tail'],
  terms: ['lost-addend'],
  start: 'nothing is added up',
  barrier: 'no thread waits for another',
  mask: 'every element counts',
  precision: ['rounded-elements'],
  lookup: 'elements are all that is read',
  stale: ['dropped-tail'],
  operation: ['shifts-down'],
  row: 'there is one vector',
  inclusion: 'every element stands for itself',
  carry: 'every element stands for itself',
};

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
    name: 'rounded-elements',
    summary: 'reads elements as half precision',
    of: 'naive',
    change: edit('naive.wgsl', 'A * x[index]', 'A * quantizeToF16(x[index])'),
    answer: 'wrong-value',
  },
  {
    name: 'half-stride',
    summary: 'takes the steps of a thread half a workgroup apart',
    of: 'four',
    change: edit('four.wgsl', 'step * WORKGROUP', 'step * (WORKGROUP / 2u)'),
    answer: 'unwritten',
    // Three steps of half a workgroup and a workgroup reach as far as two and a half.
    takes: ({ n }) => n > 640,
    at: (index) => index >= 640,
  },
  {
    name: 'lost-addend',
    summary: 'scales and does not shift',
    of: 'four',
    change: edit('four.wgsl', 'A * x[index] + B', 'A * x[index]'),
    answer: 'wrong-value',
  },
  {
    name: 'shifts-down',
    summary: 'takes off what it should add',
    of: 'four',
    change: edit('four.wgsl', 'A * x[index] + B', 'A * x[index] - B'),
    answer: 'wrong-value',
  },
];
