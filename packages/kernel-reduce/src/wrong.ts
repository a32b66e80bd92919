// Kernels with a known fault, which the check must reject.
import { notApplicable } from '@kernel-ladder/harness';
import { withSubgroups } from '@kernel-ladder/kernel-kit';
import type { Variant } from '@kernel-ladder/harness';
import { threadEach } from './plans/axes.ts';
import type { ReduceCase } from './cases/kinds.ts';
import { axes, segments, vectors } from './plans.ts';
import { mergedTiles, threadPerSegment } from './plans/segments.ts';
import { levelsArg } from './plans/arg.ts';
import { levels, singleGroup } from './plans/vector.ts';

const droppedCarry = { tiles: 'segments/balanced.wgsl', carry: 'wrong/segment-dropped-carry.wgsl' };

// What has a fault in finding an index claims no sums.
const unclaimed = () => notApplicable('finds indices only');

/** The faults of a reduction, one kernel each. */
export const wrong: readonly Variant<ReduceCase>[] = [
  {
    name: 'missing-barrier',
    summary: 'reads a level before it is written',
    plan: vectors(levels('wrong/missing-barrier.wgsl')),
  },
  {
    name: 'dropped-tail',
    summary: 'ignores what is behind the last whole tile',
    plan: vectors(levels('wrong/dropped-tail.wgsl')),
  },
  {
    name: 'stale-output',
    summary: 'adds to a result that nobody has reset',
    plan: vectors(singleGroup('wrong/stale-output.wgsl')),
  },
  {
    name: 'reads-past-end',
    summary: 'has no bound on its index',
    plan: vectors(levels('wrong/reads-past-end.wgsl')),
  },
  {
    name: 'low-precision',
    summary: 'rounds every addition to half precision',
    plan: vectors(singleGroup('wrong/low-precision.wgsl')),
  },
  {
    name: 'wrong-subgroup',
    summary: 'takes every subgroup to have 32 lanes',
    plan: vectors(withSubgroups(levels('wrong/wrong-subgroup.wgsl'))),
  },
  {
    name: 'changes-input',
    summary: 'folds in place',
    plan: vectors(singleGroup('wrong/changes-input.wgsl')),
  },
  {
    name: 'arg-last-of-ties',
    summary: 'takes the last of several equal extremes',
    plan: vectors(unclaimed, levelsArg('wrong/arg-last-of-ties.wgsl')),
  },
  {
    name: 'arg-local-index',
    summary: 'counts from the beginning of its tile',
    plan: vectors(unclaimed, levelsArg('wrong/arg-local-index.wgsl')),
  },
  {
    name: 'axis-wrong-stride',
    summary: 'walks every axis as if it lay innermost',
    plan: axes(threadEach('wrong/axis-wrong-stride.wgsl')),
  },
  {
    name: 'segment-shifted-end',
    summary: 'counts the first element of the next segment',
    plan: segments(threadPerSegment('wrong/segment-shifted-end.wgsl')),
  },
  {
    name: 'segment-skips-empty',
    summary: 'leaves what an empty segment had before',
    plan: segments(threadPerSegment('wrong/segment-skips-empty.wgsl')),
  },
  {
    name: 'segment-dropped-carry',
    summary: 'adds only what the tile before has carried',
    plan: segments(withSubgroups(mergedTiles(droppedCarry))),
  },
];
