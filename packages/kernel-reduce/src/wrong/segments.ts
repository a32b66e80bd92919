// Faults of the rungs that reduce segments.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { FaultTable } from '@kernel-ladder/kernel-kit';
import { isSegments } from '../cases/kinds.ts';
import type { ReduceCase } from '../cases/kinds.ts';

/** Which faults stand for a class of mistakes. */
export const segmentsTable: FaultTable = {
  index: ['segment-wrong-quad', 'segment-unspaced-block'],
  bound: ['segment-shifted-end', 'segment-neighbours'],
  terms: ['segment-half-block', 'segment-first-block'],
  start: ['segment-zero-start'],
  barrier: 'subgroups share nothing but registers, and every result has one writer',
  mask: 'every element counts',
  precision: ['segment-low-precision'],
  lookup: ['segment-next-offset'],
  stale: ['segment-skips-empty'],
  operation: ['segment-greatest-for-least'],
  row: ['segment-next'],
  inclusion: 'a segment counts whole',
  carry: ['segment-dropped-carry', 'segment-keeps-held'],
};

/** The faults of the segments ladder. */
export const segmentsFaults: readonly Fault<ReduceCase>[] = [
  {
    name: 'segment-shifted-end',
    summary: 'counts the first element of the next segment',
    of: 'segment-naive',
    change: edit('segments/naive.wgsl', 'index < end', 'index <= end'),
    answer: 'wrong-value',
  },
  {
    name: 'segment-zero-start',
    summary: 'begins with zero whatever the operation',
    of: 'segment-naive',
    change: edit('segments/naive.wgsl', 'var sum = Value(IDENTITY);', 'var sum = Value(0);'),
    answer: 'wrong-value',
    takes: ({ fill }) => fill === 'one-sided',
  },
  {
    name: 'segment-low-precision',
    summary: 'rounds every addition to half precision',
    of: 'segment-naive',
    change: edit('segments/naive.wgsl', 'a + b, OP == 0u', 'Value(quantizeToF16(f32(a + b))), OP == 0u'),
    answer: 'wrong-value',
    takes: ({ dtype, op }) => dtype === 'f32' && op === 'sum',
  },
  {
    name: 'segment-greatest-for-least',
    summary: 'keeps the greatest where the least is sought',
    of: 'segment-naive',
    change: edit('segments/naive.wgsl', 'min(a, b), OP == 1u', 'min(a, b), false'),
    answer: 'wrong-value',
    takes: ({ op }) => op === 'min',
  },
  {
    name: 'segment-next',
    summary: 'writes each result into the place of the next segment',
    of: 'segment-naive',
    change: edit('segments/naive.wgsl', 'result[segment] = sum', 'result[(segment + 1u) % SEGMENTS] = sum'),
    answer: 'wrong-value',
  },
  {
    name: 'segment-first-block',
    summary: 'stops after the first block of a workgroup',
    of: 'segment-staged',
    change: edit('segments/staged.wgsl', 'block += BLOCK) {', 'block += end) {'),
    answer: 'wrong-value',
    takes: (params) =>
      isSegments(params) && params.lengths === 'uniform' && params.n > 2 * 2048 && params.op === 'sum',
  },
  {
    name: 'segment-unspaced-block',
    summary: 'reads the elements of a block without the gaps that they were stored with',
    of: 'segment-staged',
    change: edit('segments/staged.wgsl', 'staged[place_of(index - block)]', 'staged[index - block]'),
    answer: 'wrong-value',
    takes: (params) =>
      isSegments(params) && params.lengths === 'uniform' && params.n > 2 * 2048 && params.op === 'sum',
  },
  {
    name: 'segment-wrong-quad',
    summary: 'takes the second quad of a lane beside its first, where another lane has read',
    of: 'segment-subgroup',
    change: edit('segments/subgroup.wgsl', 'first + lane + size, begin', 'first + lane + 1u, begin'),
    answer: 'wrong-value',
  },
  {
    name: 'segment-neighbours',
    summary: 'counts what the first quad of a segment holds of the one before',
    of: 'segment-subgroup',
    change: edit('segments/subgroup.wgsl', '(elements >= vec4u(begin)) & ', ''),
    answer: 'wrong-value',
    at: (segment) => segment > 0,
  },
  {
    name: 'segment-next-offset',
    summary: 'looks up where the segment behind begins',
    of: 'segment-subgroup',
    change: edit(
      'segments/subgroup.wgsl',
      'walk(offsets[segment], offsets[segment + 1u]',
      'walk(offsets[segment + 1u], offsets[segment + 1u]',
    ),
    answer: 'wrong-value',
  },
  {
    name: 'segment-skips-empty',
    summary: 'leaves what an empty segment had before',
    of: 'segment-subgroup',
    change: edit(
      'segments/subgroup.wgsl',
      'if (is_own && lane == 0u) {',
      'if (is_own && lane == 0u && offsets[segment] < offsets[segment + 1u]) {',
    ),
    answer: 'unwritten',
    takes: (params) => isSegments(params) && params.lengths === 'empty-mixed',
    // The first is empty, and the first unwritten one is named.
    at: (segment) => segment === 0,
  },
  {
    name: 'segment-half-block',
    summary: 'counts the first of two blocks in which no segment ends',
    of: 'segment-balanced',
    change: edit('segments/balanced.wgsl', 'fold_quad(combine4(a, b))', 'fold_quad(a)'),
    answer: 'wrong-value',
  },
  {
    name: 'segment-keeps-held',
    summary: 'counts for the next segment what its lanes held of the last',
    of: 'segment-balanced',
    change: edit('segments/balanced.wgsl', '    held = Value(IDENTITY);\n    quad', '    quad'),
    answer: 'wrong-value',
  },
  {
    name: 'segment-dropped-carry',
    summary: 'adds only what the tile before the last has carried',
    of: 'segment-balanced',
    change: edit(
      'segments/carry.wgsl',
      'begin = (offsets[own] + own) / TILE;',
      'begin = max(max(tile, 1u) - 1u, (offsets[own] + own) / TILE);',
    ),
    answer: 'wrong-value',
    // Of one giant among singletons no other spans more than two tiles.
    takes: (params) => isSegments(params) && params.lengths === 'one-giant',
    at: (segment, params) => isSegments(params) && segment === Math.floor(params.segments / 2),
  },
];
