// Rungs with one mistake each: a check that lets one through proves nothing.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import { validKeys, visibleKeys } from './cases.ts';
import type { AttentionCase } from './cases.ts';

/** What the check must reject, and why. */
export const wrong: readonly Fault<AttentionCase>[] = [
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
    name: 'dropped-tail',
    summary: 'Ignores the keys behind the last whole tile.',
    of: 'tiled',
    change: edit('tiled.wgsl', '(KEYS + TILE - 1u) / TILE', 'KEYS / TILE'),
    answer: 'wrong-value',
    at: (index, params) => seenAt(index, params) > params.k - (params.k % 16),
    takes: ({ k }) => k % 16 !== 0,
  },
  {
    name: 'wrong-group',
    summary: 'Deals the heads of queries out to the heads of keys in turn, where they share them in groups.',
    of: 'tiled',
    change: edit('tiled.wgsl', 'head % HEADS / GROUP', 'head % (HEADS / GROUP)'),
    answer: 'wrong-value',
    at: (index, params) => {
      const { head } = placeOf(index, params);
      return Math.floor(head / params.g) !== head % (params.h / params.g);
    },
    takes: ({ h, g }) => g > 1 && h > g,
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
    name: 'first-grid-row',
    summary: 'Does the work of the first row of the grid over and over.',
    of: 'flash',
    change: edit('flash.wgsl.ts', 'group.y * 128u + group.x', 'group.x'),
    answer: 'unwritten',
    at: (index, { d }) => index >= 128 * d,
    takes: ({ b, h, q, k }) => q === 1 && k > 0 && b * h > 128,
  },
  {
    name: 'missing-barrier',
    summary: 'Overwrites keys and values that others still read.',
    of: 'flash',
    change: edit(
      'flash.wgsl.ts',
      'with the previous step.\n    workgroupBarrier();',
      'with the previous step.',
    ),
    answer: 'wrong-value',
    takes: ({ k }) => k > 0,
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
    name: 'padding-counted',
    summary: 'Lets padding take part.',
    of: 'split',
    change: edit('split.wgsl', 'lengths[batch];', 'max(lengths[batch], KEYS);'),
    answer: 'wrong-value',
    at: (index, params) => validKeys(params, placeOf(index, params).batch) < params.k,
    takes: (params) => params.mask === 'padding' && hasParts(params),
  },
  {
    name: 'parts-not-rescaled',
    summary: 'Merges the parts of the keys as if all had the same greatest logit.',
    of: 'split',
    change: edit('merge.wgsl', 'exp(parts[at_part] - largest)', '1.0'),
    answer: 'wrong-value',
    takes: hasParts,
  },
];

// Whether the keys make more than one part.
function hasParts({ k }: AttentionCase): boolean {
  return k > 256;
}

// Which query of which head and batch an element of O belongs to.
function placeOf(index: number, { h, q, d }: AttentionCase) {
  const row = Math.floor(index / d);
  return { query: row % q, head: Math.floor(row / q) % h, batch: Math.floor(row / q / h) };
}

// How many keys the query of an element sees.
function seenAt(index: number, params: AttentionCase): number {
  const { batch, query } = placeOf(index, params);
  return visibleKeys(params, batch, query);
}
