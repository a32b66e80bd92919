// Keeps fewer bits than f32 has.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { AttentionCase } from '../cases.ts';

/** Faults of this class. */
export const lowPrecision: readonly Fault<AttentionCase>[] = [
  {
    name: 'half-scores',
    summary: 'Rounds scores to f16.',
    of: 'naive',
    change: edit('scores.wgsl', 'score *= SCALE;', 'score = quantizeToF16(score * SCALE);'),
    answer: 'wrong-value',
    takes: ({ dtype, k }) => dtype === 'f32' && k > 1,
  },
  {
    name: 'half-weights',
    summary: 'Rounds weights to f16.',
    of: 'tiled',
    change: edit(
      'tiled.wgsl',
      'let weight = exp(scores[key] - largest);',
      'let weight = quantizeToF16(exp(scores[key] - largest));',
    ),
    answer: 'wrong-value',
    takes: ({ dtype, k }) => dtype === 'f32' && k > 1,
  },
  {
    name: 'half-sums',
    summary: 'Rounds the sums of each part to f16.',
    of: 'split',
    change: edit(
      'merge.wgsl',
      'rescale * parts[at_part + 2u + at % DIM]',
      'rescale * quantizeToF16(parts[at_part + 2u + at % DIM])',
    ),
    answer: 'wrong-value',
    takes: ({ dtype, k }) => dtype === 'f32' && k > 1,
  },
];
