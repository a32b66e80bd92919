// Reads the wrong place: a batch, a head, a length, a part or a column.
import { edit, editMatch } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { AttentionCase } from '../cases.ts';
import { hasParts, placeOf } from './takes.ts';

/** Faults of this class. */
export const wrongIndices: readonly Fault<AttentionCase>[] = [
  {
    name: 'first-batch-keys',
    summary: 'Reads the keys of the first batch for all of them.',
    of: 'naive',
    change: edit('scores.wgsl', '(BATCH * (HEADS / GROUP) + head / GROUP)', '(head / GROUP)'),
    answer: 'wrong-value',
    at: (index, params) => placeOf(index, params).batch > 0,
    takes: ({ b, k }) => b > 1 && k > 1,
  },
  {
    name: 'first-batch-queries',
    summary: 'Reads the queries of the first batch for all of them.',
    of: 'fused',
    change: edit('fused.wgsl', 'queries[(head * QUERIES', 'queries[(head % HEADS * QUERIES'),
    answer: 'wrong-value',
    at: (index, params) => placeOf(index, params).batch > 0,
    takes: ({ b, k }) => b > 1 && k > 1,
  },
  {
    name: 'first-head',
    summary: 'Reads the keys and values of the first head for all heads of a batch.',
    of: 'fused',
    change: edit('fused.wgsl', '(HEADS / GROUP) + head % HEADS / GROUP', '(HEADS / GROUP)'),
    answer: 'wrong-value',
    at: (index, params) => placeOf(index, params).head >= params.g,
    takes: ({ h, g, k }) => h > g && k > 0,
  },
  {
    name: 'first-head-values',
    summary: 'Reads the values of the first head for all heads of a batch.',
    of: 'naive',
    change: edit('values.wgsl', 'BATCH * (HEADS / GROUP) + head / GROUP', 'BATCH * (HEADS / GROUP)'),
    answer: 'wrong-value',
    at: (index, params) => placeOf(index, params).head >= params.g,
    takes: ({ h, g, k }) => h > g && k > 0,
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
    name: 'first-length',
    summary: 'Takes the length of the first batch for that of all.',
    of: 'tiled',
    change: edit('tiled.wgsl', 'lengths[batch]', 'lengths[0]'),
    answer: 'wrong-value',
    at: (index, params) => placeOf(index, params).batch > 0,
    takes: ({ b, k, mask }) => b > 1 && k > 1 && mask === 'padding',
  },
  {
    name: 'length-of-keys',
    summary: 'Looks the length of a batch up by the head of its keys.',
    of: 'tiled',
    change: edit(
      'tiled.wgsl',
      'let visible = visible_keys(head / HEADS, query)',
      'let visible = visible_keys(shared_head / HEADS, query)',
    ),
    answer: 'wrong-value',
    at: (index, params) => placeOf(index, params).batch > 0,
    takes: ({ b, g, k, mask }) => b > 1 && g > 1 && k > 1 && mask === 'padding',
  },
  {
    name: 'first-part',
    summary: 'Reads the keys of the first part for all parts.',
    of: 'split',
    change: edit(
      'split.wgsl',
      'let at = (shared_head * KEYS + first + key) * QUADS;',
      'let at = (shared_head * KEYS + key) * QUADS;',
    ),
    answer: 'wrong-value',
    // As short a head as there is: the others take a software adapter long to compile.
    takes: (params) => hasParts(params) && params.d === 16,
  },
  {
    name: 'swapped-operands',
    summary: 'Weights keys instead of values.',
    of: 'tiled',
    change: edit('tiled.wgsl', 'output[d] += weight * tile_v', 'output[d] += weight * tile_k'),
    answer: 'wrong-value',
    takes: ({ k }) => k > 0,
  },
  {
    name: 'scores-first-head',
    summary: 'Takes the keys of the first head of each batch for all its heads.',
    of: 'scores',
    change: edit(
      'masked-product.wgsl',
      'batch * (HEADS / GROUP) + head % HEADS / GROUP',
      'batch * (HEADS / GROUP)',
    ),
    answer: 'wrong-value',
    takes: ({ h, g }) => h > g,
  },
  {
    name: 'last-block-only',
    summary: 'Gives every workgroup of a head the last block of its queries under a causal mask.',
    of: 'flash',
    change: editMatch('flash.wgsl.ts', /\((\d+)u - block \/ \d+u\) \*/, '$1u *'),
    answer: 'unwritten',
    at: (index, params) => placeOf(index, params).query < 64,
    // More queries than the largest block has.
    takes: ({ q, mask }) => q > 64 && mask === 'causal',
  },
];
