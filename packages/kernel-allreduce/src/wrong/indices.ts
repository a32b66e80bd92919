// Reads another vector than it should.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import { isLong } from './changes.ts';
import { strideOf } from '../cases/kind.ts';
import type { AllreduceCase } from '../cases/kind.ts';

/** Faults of this class. */
export const wrongIndices: readonly Fault<AllreduceCase>[] = [
  {
    name: 'one-rank-again',
    summary: 'reads the last rank for every other',
    of: 'fused',
    change: edit('fused.wgsl', 'combine(total, load(rank, quad))', 'combine(total, load(RANKS - 1u, quad))'),
    answer: 'wrong-value',
    takes: ({ n, ranks, op }) => n > 0 && ranks > 2 && op !== 'max',
  },
  {
    name: 'first-term-again',
    summary: 'reads the first vector of a gather for all of it',
    of: 'two-shot',
    change: edit('step.wgsl', 'moves[record + 4u + term]', 'moves[record + 4u]'),
    answer: 'wrong-value',
    takes: ({ n, ranks, op }) => n > 0 && ranks > 1 && op !== 'max',
  },
  {
    name: 'first-quad-again',
    summary: 'loads the first of a thread’s quads for the others too',
    of: 'tree',
    change: edit(
      'step.wgsl',
      'moves[record + 4u], select(first, quad, quad <= last)',
      'moves[record + 4u], first',
    ),
    answer: 'wrong-value',
    takes: isLong,
  },
  {
    name: 'unpadded-slices',
    summary: 'takes the vectors to lie one right behind the other',
    of: 'fused',
    change: edit('fused.wgsl', 'source[rank * STRIDE + quad]', 'source[rank * ((N + 3u) / 4u) + quad]'),
    answer: 'wrong-value',
    takes: (params) =>
      params.place === 'out' && params.ranks > 1 && params.n > 0 && strideOf(params) - params.n > 3,
  },
  {
    name: 'stale-rank',
    summary: 'forwards what the sender began with',
    of: 'double-tree',
    change: edit('step.wgsl', 'if (term >= 0x80000000u) {', 'if (false) {'),
    answer: 'wrong-value',
  },
];
