// Begins, scales or divides the softmax in the wrong way.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { AttentionCase } from '../cases.ts';
import { hasParts, placeOf } from './takes.ts';

/** Faults of this class. */
export const wrongSoftmax: readonly Fault<AttentionCase>[] = [
  {
    name: 'zero-maximum',
    summary: 'Takes the greatest logit to be no less than zero.',
    of: 'naive',
    change: edit('softmax.wgsl', 'var largest = HIDDEN;', 'var largest = 0.0;'),
    answer: 'wrong-value',
    // It matters where all exponentials of a query vanish without it.
    takes: ({ fill, k }) => fill === 'extreme' && k > 0,
  },
  {
    name: 'unsafe-first-key',
    summary: 'Leaves the first key out of the sum of the exponentials that nothing was subtracted from.',
    of: 'unsafe',
    change: edit('unsafe-softmax.wgsl', 'if (key < KEYS && scores', 'if (key > 0u && key < KEYS && scores'),
    answer: 'wrong-value',
    takes: ({ mask, k }) => mask === 'none' && k > 1,
  },
  {
    name: 'first-keys-maximum',
    summary: 'Looks for the greatest logit among the first keys of a row only.',
    of: 'naive',
    change: edit(
      'softmax.wgsl',
      'largest = max(largest, scores[row * KEYS + key]);',
      'largest = select(largest, max(largest, scores[row * KEYS + key]), step == 0u);',
    ),
    answer: 'wrong-value',
    // It matters where the exponential of another logit overflows.
    takes: ({ fill, k }) => fill === 'extreme' && k > 256,
  },
  {
    name: 'masked-maximum',
    summary: 'Lets what a query does not see raise its greatest logit.',
    of: 'tiled',
    change: edit('tiled.wgsl', 'raised = max(raised, scores[key]);', 'raised = max(raised, score);'),
    answer: 'wrong-value',
    takes: ({ mask, fill, k }) => mask !== 'none' && fill === 'extreme' && k > 1,
  },
  {
    name: 'quiet-softmax',
    summary: 'Adds one to the sum of the exponentials.',
    of: 'fused',
    change: edit(
      'fused.wgsl',
      'sums = fold(thread, sums, false);',
      'sums = fold(thread, sums, false) + 1.0;',
    ),
    answer: 'wrong-value',
    takes: ({ k }) => k > 0,
  },
  {
    name: 'no-rescale',
    summary: 'Leaves the earlier sums of every fourth query as they are when a step raises the maximum.',
    of: 'flash',
    change: edit('flash.wgsl.ts', 'exp2(max0 - top)', '1.0'),
    answer: 'wrong-value',
    at: (index, params) => placeOf(index, params).query % 4 === 0,
    takes: ({ k }) => k > 0,
  },
  {
    name: 'sum-not-rescaled',
    summary: 'Leaves the sum of the weights as it is when a tile raises the maximum.',
    of: 'tiled',
    change: edit('tiled.wgsl', 'sum *= rescale;', ''),
    answer: 'wrong-value',
    takes: ({ k }) => k > 16,
  },
  {
    name: 'parts-not-rescaled',
    summary: 'Merges the parts of the keys as if all had the same greatest logit.',
    of: 'split',
    change: edit('merge.wgsl', 'exp(parts[at_part] - largest)', '1.0'),
    answer: 'wrong-value',
    takes: hasParts,
  },
  {
    name: 'unscaled',
    summary: 'Leaves out the division by √d.',
    of: 'split',
    change: edit('split.wgsl', ' * SCALE;', ';'),
    answer: 'wrong-value',
    takes: hasParts,
  },
  {
    name: 'scaled-twice',
    summary: 'Divides by √d twice.',
    of: 'naive',
    change: edit('scores.wgsl', 'score *= SCALE;', 'score *= SCALE * SCALE;'),
    answer: 'wrong-value',
    takes: ({ k, d }) => k > 1 && d > 1,
  },
  {
    name: 'undivided',
    summary: 'Leaves out the division by the sum of the weights.',
    of: 'fused',
    change: edit('fused.wgsl', 'weighted[row] / sums[row]', 'weighted[row]'),
    answer: 'wrong-value',
    takes: ({ k }) => k > 1,
  },
  {
    name: 'stale-output',
    summary: 'Adds to what O holds instead of replacing it.',
    of: 'naive',
    change: edit('values.wgsl', '+ at] = Element(sum)', '+ at] += Element(sum)'),
    // Whoever adds to the poison leaves it as it was.
    answer: 'unwritten',
    takes: ({ k }) => k > 0,
  },
  {
    name: 'lse-without-maximum',
    summary: 'Forgets what the sum of exponentials is relative to.',
    of: 'flash',
    change: edit('flash.wgsl.ts', '(max0 + log2(total))', 'log2(total)'),
    answer: 'wrong-value',
    takes: ({ output, k }) => output === 'lse' && k > 0,
  },
  {
    name: 'trips-not-rescaled',
    summary: 'Adds up the values of all trips relative to the greatest logit of each.',
    of: 'streamed',
    change: edit('streamed.wgsl.ts', 'let rescale = exp2(top - higher);', 'let rescale = Rows(1.0);'),
    answer: 'wrong-value',
    // As short a head as there is, as for the other faults of generated kernels.
    takes: (params) => hasParts(params) && params.d === 16,
  },
  {
    name: 'groups-not-rescaled',
    summary: 'Joins the groups of lanes of a workgroup as if all had found the same greatest logit.',
    of: 'streamed',
    change: edit('streamed.wgsl.ts', 'let factor = exp2(top - highest);', 'let factor = Rows(1.0);'),
    answer: 'wrong-value',
    takes: (params) => hasParts(params) && params.d === 16,
  },
];
