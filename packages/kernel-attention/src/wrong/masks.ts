// Shows what is hidden, or hides what is seen.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import { validKeys } from '../cases.ts';
import type { AttentionCase } from '../cases.ts';
import { hasParts, placeOf, seenAt } from './takes.ts';

/** Faults of this class. */
export const wrongMasks: readonly Fault<AttentionCase>[] = [
  {
    name: 'causal-from-start',
    summary: 'Aligns a causal mask with the first key instead of the last one.',
    of: 'naive',
    change: edit('scores.wgsl', 'max(query + 1u + KEYS, QUERIES) - QUERIES', 'query + 1u'),
    answer: 'wrong-value',
    takes: ({ mask, q, k }) => mask === 'causal' && q !== k,
  },
  {
    name: 'causal-off-by-one',
    summary: 'Shows a query one key too many.',
    of: 'fused',
    change: edit('fused.wgsl', 'query + 1u + KEYS', 'query + 2u + KEYS'),
    answer: 'wrong-value',
    // The last query sees all keys anyway.
    at: (index, params) => placeOf(index, params).query < params.q - 1,
    takes: ({ mask }) => mask === 'causal',
  },
  {
    name: 'hides-itself',
    summary: 'Hides the last key that a query sees.',
    of: 'tiled',
    change: edit('tiled.wgsl', 'query + 1u + KEYS', 'query + KEYS'),
    answer: 'wrong-value',
    takes: ({ mask, k }) => mask === 'causal' && k > 1,
  },
  {
    name: 'mask-forgotten',
    summary: 'Takes a causal mask for none.',
    of: 'split',
    change: edit('split.wgsl', 'if (CAUSAL)', 'if (false)'),
    answer: 'wrong-value',
    at: (index, params) => placeOf(index, params).query < params.q - 1,
    takes: ({ mask, q, k }) => mask === 'causal' && q > 1 && k > 1,
  },
  {
    name: 'stops-early',
    summary: 'Stops where the first query of a block sees nothing more.',
    of: 'flash',
    change: edit('flash.wgsl.ts', 'if (first_key >= most_visible) {', 'if (first_key >= least_visible) {'),
    answer: 'wrong-value',
    at: (index, params) => placeOf(index, params).query % 16 > 0,
    takes: ({ mask, q, k }) => mask === 'causal' && q > 1 && k > 1,
  },
  {
    name: 'hides-late',
    summary: 'Hides keys in the steps only that no query of a block sees to the end.',
    of: 'flash',
    change: edit('flash.wgsl.ts', 'u > least_visible) {', 'u > most_visible) {'),
    answer: 'wrong-value',
    at: (index, params) => placeOf(index, params).query < params.q - 1,
    takes: ({ mask, q, k }) => mask === 'causal' && q > 1 && k > 1,
  },
  {
    name: 'padding-counted',
    summary: 'Lets padding take part.',
    of: 'split',
    change: edit('split.wgsl', 'lengths[batch];', 'max(lengths[batch], KEYS);'),
    answer: 'wrong-value',
    at: (index, params) => validKeys(params, placeOf(index, params).batch) < params.k,
    takes: (params) => params.mask === 'padding' && hasParts(params),
  },
  {
    name: 'masked-mean',
    summary: 'Gives a query that sees nothing the mean of all values.',
    of: 'fused',
    change: edit(
      'fused.wgsl',
      'select(Rows(), exp(scores[key] - largest), Rows(f32(key)) < visible)',
      'exp(scores[key] - largest)',
    ),
    answer: 'wrong-value',
    at: (index, params) => seenAt(index, params) === 0,
    takes: ({ mask }) => mask !== 'none',
  },
  {
    name: 'scores-unmasked',
    summary: 'Shows the scores of all keys.',
    of: 'scores',
    change: edit('masked-product.wgsl', 'select(HIDDEN, score * SCALE, is_seen)', 'score * SCALE'),
    answer: 'wrong-value',
    at: (index, params) => index % params.k >= seenAt(Math.floor(index / params.k) * params.d, params),
    takes: ({ mask }) => mask !== 'none',
  },
  {
    name: 'stream-shows-hidden',
    summary: 'Scores padding like any other key.',
    of: 'streamed',
    change: edit('streamed.wgsl.ts', 'select(Rows(HIDDEN), s0,', 'select(s0, s0,'),
    answer: 'wrong-value',
    at: (index, params) => validKeys(params, placeOf(index, params).batch) < params.k,
    takes: (params) => params.mask === 'padding' && params.d === 16 && hasParts(params),
  },
];
