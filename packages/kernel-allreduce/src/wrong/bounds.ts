// Stops too early or too late: elements, quads, results.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import { strideOf } from '../cases/kind.ts';
import type { AllreduceCase } from '../cases/kind.ts';
import { isBehindQuads } from './changes.ts';

/** Faults of this class. */
export const wrongBounds: readonly Fault<AllreduceCase>[] = [
  {
    name: 'first-quad',
    summary: 'leaves the first four elements as they were',
    of: 'fused',
    change: edit('fused.wgsl', 'if (4u * quad >= N) {', 'if (quad == 0u || 4u * quad >= N) {'),
    answer: 'unwritten',
    at: (index, params) => index % strideOf(params) < 4,
    takes: ({ place, n }) => place === 'out' && n > 0,
  },
  {
    name: 'truncated',
    summary: 'forgets the elements behind the last whole quad',
    of: 'fused',
    change: edit('fused.wgsl', 'if (4u * quad >= N) {', 'if (4u * quad + 3u >= N) {'),
    answer: 'unwritten',
    at: isBehindQuads,
    takes: ({ place }) => place === 'out',
  },
  {
    name: 'short-chunks',
    summary: 'leaves the elements behind the last whole quad of a shard where they are',
    of: 'hierarchical',
    change: edit('step.wgsl', 'let last = (count + 3u) / 4u - 1u;', 'let last = max(count / 4u, 1u) - 1u;'),
    answer: 'unwritten',
    at: isBehindQuads,
    takes: ({ place }) => place === 'out',
  },
  {
    name: 'short-moves',
    summary: 'ends every move a quad early',
    of: 'ring',
    change: edit(
      'step.wgsl',
      'let last = (count + 3u) / 4u - 1u;',
      'let last = max((count + 3u) / 4u, 2u) - 2u;',
    ),
    answer: 'wrong-value',
    takes: ({ place, n, ranks }) => place === 'in' && n >= 8 * ranks && ranks > 1,
  },
  {
    name: 'one-result',
    summary: 'writes the result of the first rank only',
    of: 'fused',
    change: edit('fused.wgsl', 'rank < RANKS; rank++) {\n    store', 'rank < 1u; rank++) {\n    store'),
    answer: 'unwritten',
    at: (index, params) => index >= strideOf(params),
    takes: ({ place, n, ranks }) => place === 'out' && n > 0 && ranks > 1,
  },
  {
    name: 'past-end',
    summary: 'stores whole quads at the end of a vector',
    of: 'two-shot',
    change: edit('step.wgsl', 'if (rest >= 4u) {', 'if (true) {'),
    answer: 'out-of-bounds',
  },
];
