// Reduces a vector, a tensor along axes, or segments. The first lesson: the same additions, with more and more lanes busy.
import { withSubgroups } from '@kernel-ladder/kernel-kit';
import type { Family, Variant } from '@kernel-ladder/harness';
import { edgeCases, timedCases } from './cases.ts';
import chosen from './chosen.json' with { type: 'json' };
import { combine } from './cases/combine.ts';
import type { ReduceCase } from './cases/kinds.ts';
import { standardWorkgroup } from './cases/workgroups.ts';
import { exactCase, mostTerms, reduceOutputs, reduceWork, refillsOf } from './cases/problem.ts';
import { reduceInputs } from './inputs.ts';
import { fillNames } from './inputs/fills.ts';
import { lengthNames } from './inputs/lengths.ts';
import { reduceOracle, tolerance } from './oracle.ts';
import {
  atomic,
  atomicElement,
  atomicSubgroup,
  axes,
  halving,
  twoDispatches,
  lastGroupFoldsArg,
  levels,
  levelsArg,
  mergedTiles,
  occupancy,
  picking,
  rowsOrColumns,
  segments,
  singleGroup,
  singleGroupArg,
  sizedLevels,
  subgroupLevels,
  subgroupLevelsArg,
  subgroupPerSegment,
  surface,
  threadEach,
  threadPerSegment,
  tuningOfFolds,
  vectors,
  workgroupEach,
} from './plans.ts';
import { wrong } from './wrong.ts';

const optimizedFold = twoDispatches('optimized', 'optimized.wgsl');
const atomics = { integer: 'atomic.wgsl', float: 'atomic-float.wgsl' };
const subgroupAtomics = { integer: 'atomic-subgroup.wgsl', float: 'atomic-subgroup-float.wgsl' };
const elementAtomics = { integer: 'atomic-element.wgsl', float: 'atomic-element-float.wgsl' };
const shapes = { rows: 'axes/rows.wgsl', columns: 'axes/columns.wgsl' };
const merged = { tiles: 'segments/balanced.wgsl', carry: 'segments/carry.wgsl' };

const vectorRungs: readonly Variant<ReduceCase>[] = [
  {
    name: 'naive',
    summary: 'one workgroup, partial results through global memory',
    boundBy: 'one workgroup keeps one of the multiprocessors busy',
    plan: vectors(singleGroup('naive.wgsl'), singleGroupArg('arg-naive.wgsl')),
  },
  {
    name: 'naive-multipass',
    summary: 'two elements a thread, half of the vector left after each dispatch, all through global memory',
    boundBy: 'a dispatch for each halving, and partial results that travel through global memory',
    plan: vectors(halving('halving.wgsl')),
  },
  {
    name: 'interleaved',
    summary: 'all workgroups, a tree in workgroup memory, neighbours first',
    boundBy: '256 elements a workgroup: barriers and idle threads outlast the loads; bank conflicts',
    plan: vectors(levels('tree-interleaved.wgsl')),
  },
  {
    name: 'sequential',
    summary: 'the same tree with active threads side by side',
    boundBy: '256 elements a workgroup: eight barriers for one load of 4 bytes a thread',
    plan: vectors(levels('tree-sequential.wgsl'), levelsArg('arg-tree.wgsl')),
  },
  {
    name: 'subgroup',
    summary: 'shuffles instead of workgroup memory',
    boundBy: 'one load of 4 bytes a thread is too little in flight to fill the memory',
    plan: vectors(
      withSubgroups(subgroupLevels('subgroup.wgsl')),
      withSubgroups(subgroupLevelsArg('arg-subgroup.wgsl')),
      withSubgroups(sizedLevels('subgroup.wgsl')),
    ),
  },
  {
    name: 'atomic-element',
    summary: 'one atomic an element',
    boundBy: 'one atomic address that every element queues for',
    plan: vectors(atomicElement(elementAtomics)),
  },
  {
    name: 'atomic-subgroup',
    summary: 'one atomic a subgroup, whose lanes fold first',
    boundBy: 'one atomic address that every subgroup queues for',
    plan: vectors(withSubgroups(atomicSubgroup(subgroupAtomics))),
  },
  {
    name: 'atomic',
    summary: 'many elements a thread, one atomic a workgroup',
    boundBy: 'loads of 4 bytes, and one atomic address that all workgroups queue for',
    plan: vectors(atomic(atomics)),
  },
  {
    name: 'optimized',
    summary: '16-byte loads, constant trips, a second dispatch folds',
    boundBy: 'memory bandwidth',
    access:
      'partials coalesced, 1 line for 6 B; result coalesced, 1 line for 4 B; values coalesced, 4 lines for 512 B',
    plan: vectors(withSubgroups(optimizedFold.plan), withSubgroups(lastGroupFoldsArg('arg-optimized.wgsl'))),
    tuning: tuningOfFolds(optimizedFold.tuning),
  },
];

/** The reduction ladders: sum, minimum and maximum of f32, i32, u32 or f16, and the index of an extreme. */
export const family: Family<ReduceCase> = {
  name: 'reduce',
  title: 'Reduction of a vector, of axes or of segments',
  params: [
    { key: 'n', takes: { min: 0, max: 2 ** 30 } },
    { key: 'shape', default: '', takes: { pattern: /^(0|[1-9]\d*)(x(0|[1-9]\d*))*$/, example: '64x1024' } },
    { key: 'axes', default: 'all', takes: { pattern: /^(none|\d(\+\d)*)$/, example: '0+2' } },
    { key: 'segments', default: 0, takes: { min: 0, max: 2 ** 26 } },
    { key: 'lengths', default: 'none', takes: lengthNames },
    { key: 'op', default: 'sum', takes: ['sum', 'min', 'max', 'argmax', 'argmin'] },
    { key: 'fill', default: 'uniform', takes: fillNames },
    { key: 'workgroup', default: standardWorkgroup, takes: { min: 32, max: 1024 } },
    { key: 'ilp', default: 0, takes: { min: 1, max: 16 } },
  ],
  combine,
  headline: { cache: 'cold', metric: 'gbps' },
  cases: timedCases,
  edgeCases,
  chosen,
  inputs: reduceInputs,
  exact: exactCase,
  refills: refillsOf,
  mostTerms,
  outputs: reduceOutputs,
  oracle: reduceOracle,
  tolerance,
  work: reduceWork,
  variants: [
    ...vectorRungs,
    picking(vectorRungs),
    {
      name: 'occupancy',
      summary: 'as many threads a workgroup and as many loads in flight a thread as are asked for',
      boundBy: 'memory bandwidth, once threads and loads have enough in flight',
      plan: surface(withSubgroups(occupancy)),
    },
    {
      name: 'axis-naive',
      summary: 'axes: one thread for each result',
      boundBy: 'results are few: too few threads, and neighbours read far from each other along a row',
      plan: axes(threadEach('axes/naive.wgsl')),
    },
    {
      name: 'axis-tree',
      summary: 'axes: one workgroup for each result, a tree in workgroup memory',
      boundBy: 'one load of 4 bytes a step, and a tree of barriers for each result',
      plan: axes(workgroupEach('axes/tree.wgsl')),
    },
    {
      name: 'axis-optimized',
      summary: 'axes: rows by shuffles, columns in tiles, 16-byte loads, long reductions split',
      boundBy: 'memory bandwidth',
      plan: axes(rowsOrColumns(shapes)),
    },
    {
      name: 'segment-naive',
      summary: 'segments: one thread for each',
      boundBy: 'the longest segment: one thread walks it alone',
      plan: segments(threadPerSegment('segments/naive.wgsl')),
    },
    {
      name: 'segment-staged',
      summary: 'segments: one thread for each, from workgroup memory that is filled by whole lines',
      boundBy: 'the workgroup with most elements: it walks them alone, block after block',
      plan: segments(threadPerSegment('segments/staged.wgsl')),
    },
    {
      name: 'segment-subgroup',
      summary: 'segments: one subgroup for each, 16-byte loads',
      boundBy: 'the longest segment: one subgroup walks it alone',
      plan: segments(withSubgroups(subgroupPerSegment('segments/subgroup.wgsl'))),
    },
    {
      name: 'segment-balanced',
      summary:
        'segments: even tiles of elements and ends, a segmented scan, carries added by a second dispatch',
      boundBy: 'a block in which segments end takes a scan, and waits for the ends of the next',
      plan: segments(withSubgroups(mergedTiles(merged))),
    },
  ],
  wrong,
};
