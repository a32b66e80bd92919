// Combines in the wrong way, or with fewer bits.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { AllreduceCase } from '../cases/kind.ts';

/** Faults of this class. */
export const wrongArithmetic: readonly Fault<AllreduceCase>[] = [
  {
    name: 'max-from-zero',
    summary: 'takes a maximum to be no less than zero',
    of: 'fused',
    change: edit('fused.wgsl', 'max(a, b)', 'max(max(a, b), vec4<Value>())'),
    answer: 'wrong-value',
    takes: ({ op, n, ranks }) => op === 'max' && n > 0 && ranks > 1,
  },
  {
    name: 'minimum',
    summary: 'takes the minimum for the maximum',
    of: 'halving-doubling',
    change: edit('step.wgsl', 'max(a, b), OP == 2u', 'min(a, b), OP == 2u'),
    answer: 'wrong-value',
    takes: ({ op, n, ranks }) => op === 'max' && n > 0 && ranks > 1,
  },
  {
    name: 'divides-often',
    summary: 'divides a mean whenever it stores',
    of: 'tree',
    change: edit('step.wgsl', 'OP == 1u && is_complete', 'OP == 1u'),
    answer: 'wrong-value',
    takes: ({ op }) => op === 'mean',
  },
  {
    name: 'undivided',
    summary: 'leaves a mean undivided',
    of: 'ring',
    change: edit('step.wgsl', 'OP == 1u && is_complete', 'false'),
    answer: 'wrong-value',
    takes: ({ op, n, ranks }) => op === 'mean' && n > 0 && ranks > 1,
  },
  {
    name: 'others-mean',
    summary: 'divides by the other ranks only',
    of: 'fused',
    change: edit('fused.wgsl', 'total / Value(RANKS)', 'total / Value(RANKS - 1u)'),
    answer: 'wrong-value',
    takes: ({ op, n, ranks }) => op === 'mean' && n > 0 && ranks > 2,
  },
  {
    name: 'rounded-mean',
    summary: 'rounds a mean of integers to the nearest',
    of: 'fused',
    change: edit('fused.wgsl', 'total / Value(RANKS)', 'vec4<Value>(round(vec4f(total) / f32(RANKS)))'),
    answer: 'wrong-value',
    takes: ({ op, dtype, n, ranks }) => op === 'mean' && dtype === 'i32' && n > 0 && ranks > 1,
  },
  {
    name: 'added-as-floats',
    summary: 'adds integers as floats',
    of: 'fused',
    change: edit('fused.wgsl', 'select(a + b,', 'select(vec4<Value>(vec4f(a) + vec4f(b)),'),
    answer: 'wrong-value',
    takes: ({ op, dtype, n, ranks }) => op === 'sum' && dtype === 'i32' && n > 0 && ranks > 1,
  },
  {
    name: 'low-precision',
    summary: 'sends halves where floats are due',
    of: 'halving-doubling',
    change: edit(
      'step.wgsl',
      'return vec4<Element>(total);',
      'return vec4<Element>(quantizeToF16(vec4f(total)));',
    ),
    answer: 'wrong-value',
    takes: ({ dtype }) => dtype === 'f32',
  },
];
