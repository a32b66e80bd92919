// Keeps fewer bits than the type asks for, or a smaller range.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { isPlain, isPlainFloats } from './takes.ts';

/** Faults of this class. */
export const lowPrecision: readonly Fault<GemmCase>[] = [
  {
    name: 'low-precision-sum',
    summary: 'Rounds every partial sum to f16.',
    of: 'naive',
    change: edit(
      'naive.wgsl',
      'sum += a[row * K + k] * b[k * N + column];',
      'sum = quantizeToF16(sum + a[row * K + k] * b[k * N + column]);',
    ),
    answer: 'wrong-value',
    takes: isPlainFloats,
  },
  {
    name: 'low-precision-inputs',
    summary: 'Cuts B to the 10 mantissa bits of TF32.',
    of: 'register',
    change: edit(
      'register.wgsl.ts',
      'return four;\n}\n\n@group(0) @binding(2)',
      'return bitcast<vec4f>(bitcast<vec4u>(four) & vec4u(0xffffe000u));\n}\n\n@group(0) @binding(2)',
    ),
    answer: 'wrong-value',
    takes: ({ dtype }) => dtype === 'f32',
  },
  {
    name: 'rounded-result',
    summary: 'Rounds results to f16.',
    of: 'subgroup',
    change: edit('subgroup.wgsl', '= sums[r][j];', '= quantizeToF16(sums[r][j]);'),
    answer: 'wrong-value',
  },
  {
    name: 'rounded-products',
    summary: 'Rounds products of halves to f16.',
    of: 'naive',
    change: edit(
      'naive-f16.wgsl',
      'half_of(a[at_a / 2u], at_a) * half_of(b[at_b / 2u], at_b)',
      'quantizeToF16(half_of(a[at_a / 2u], at_a) * half_of(b[at_b / 2u], at_b))',
    ),
    answer: 'wrong-value',
    takes: (params) => isPlain(params, 'f16-f32'),
  },
  {
    name: 'neighbour-below',
    summary: 'Leaves the even bf16 of a word below the odd one, as bits of its significand.',
    of: 'naive',
    change: edit(
      'naive-bf16.wgsl',
      '(word >> (16u * (element % 2u))) << 16u',
      'word << (16u * (1u - element % 2u))',
    ),
    answer: 'wrong-value',
    takes: (params) => isPlain(params, 'bf16-f32'),
  },
  {
    name: 'rounded-parts',
    summary: 'Rounds the partial sums of a split K to f16.',
    of: 'split-k',
    change: edit('fold.wgsl', 'partials[part * COUNT + at]', 'quantizeToF16(partials[part * COUNT + at])'),
    answer: 'wrong-value',
  },
  {
    name: 'short-sums',
    summary: 'Keeps 16 bits of the sums of bytes.',
    of: 'naive',
    change: edit(
      'naive-general.wgsl',
      'c[at] = finish(sum, at',
      'c[at] = finish(extractBits(sum, 0u, 16u), at',
    ),
    answer: 'wrong-value',
    takes: ({ dtype }) => dtype === 'i8-i32',
  },
  {
    name: 'clamped',
    summary: 'Clamps A to what uniform numbers reach.',
    of: 'naive',
    change: edit('naive.wgsl', 'a[row * K + k]', 'clamp(a[row * K + k], -1.0, 1.0)'),
    answer: 'wrong-value',
    takes: isPlainFloats,
  },
  {
    name: 'half-range',
    summary: 'Clamps A to the range of f16.',
    of: 'naive',
    change: edit('naive.wgsl', 'a[row * K + k]', 'clamp(a[row * K + k], -65504.0, 65504.0)'),
    answer: 'wrong-value',
    takes: isPlainFloats,
  },
];
