// Stops too early or too late: keys, queries, batches, parts of the keys or of a grid.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { AttentionCase } from '../cases.ts';
import { hasParts, placeOf, seenAt } from './takes.ts';

/** Faults of this class. */
export const wrongBounds: readonly Fault<AttentionCase>[] = [
  {
    name: 'first-key',
    summary: 'Leaves out the first key.',
    of: 'naive',
    change: edit('values.wgsl', 'var key = 0u', 'var key = 1u'),
    answer: 'wrong-value',
    takes: ({ k }) => k > 0,
  },
  {
    name: 'last-key',
    summary: 'Leaves out the values of the last key.',
    of: 'fused',
    change: edit('fused.wgsl', 'if (key >= seen) {', 'if (key + 1u >= seen) {'),
    answer: 'wrong-value',
    at: (index, params) => seenAt(index, params) === params.k,
    takes: ({ k }) => k > 0,
  },
  {
    name: 'one-round',
    summary: 'Goes over as many keys as it has threads.',
    of: 'naive',
    change: edit('softmax.wgsl', 'const STEPS = (KEYS + SIZE - 1u) / SIZE;', 'const STEPS = 1u;'),
    answer: 'wrong-value',
    takes: ({ k }) => k > 256,
  },
  {
    name: 'short-window',
    summary: 'Looks at the first 128 keys only.',
    of: 'flash',
    change: edit(
      'flash.wgsl.ts',
      'if (first_key >= most_visible) {',
      'if (first_key >= min(most_visible, 128u)) {',
    ),
    answer: 'wrong-value',
    at: (index, params) => seenAt(index, params) > 128,
    // Heads as short as they come: the others take a software adapter long to compile.
    takes: ({ k, d }) => k > 128 && d === 16,
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
    name: 'last-part',
    summary: 'Leaves the last part of the keys out.',
    of: 'split',
    change: edit(
      'merge.wgsl',
      'var output = 0.0;\n  for (var part = 0u; part < PARTS',
      'var output = 0.0;\n  for (var part = 0u; part + 1u < PARTS',
    ),
    answer: 'wrong-value',
    at: (index, params) => seenAt(index, params) > params.k - (((params.k - 1) % 256) + 1),
    takes: hasParts,
  },
  {
    name: 'unwritten-query',
    summary: 'Leaves the output of the last query as it was.',
    of: 'fused',
    change: edit('fused.wgsl', 'if (query + row < QUERIES)', 'if (query + row + 1u < QUERIES)'),
    answer: 'unwritten',
    at: (index, params) => placeOf(index, params).query === params.q - 1,
    takes: ({ k }) => k > 0,
  },
  {
    name: 'unwritten-batch',
    summary: 'Leaves the outputs of the last batch as they were.',
    of: 'naive',
    change: (plan) => ({ ...plan, passes: plan.passes.slice(0, -3) }),
    answer: 'unwritten',
    at: (index, params) => placeOf(index, params).batch === params.b - 1,
    takes: ({ b, k }) => b > 1 && k > 0,
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
    name: 'query-behind',
    summary: 'Stores a query behind the last one.',
    of: 'fused',
    change: edit('fused.wgsl', 'if (query + row < QUERIES)', 'if (query + row <= QUERIES)'),
    answer: 'out-of-bounds',
    takes: ({ b, h, q, k }) => b * h === 1 && k > 0 && q % 4 !== 0,
  },
  {
    name: 'scores-first-step',
    summary: 'Adds up the first 16 products of a score.',
    of: 'scores',
    change: edit('masked-product.wgsl', 'step < STEPS', 'step < 1u'),
    answer: 'wrong-value',
    takes: ({ d }) => d > 16,
  },
];
