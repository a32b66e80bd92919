// Faults of the rungs that reduce along axes.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { FaultTable } from '@kernel-ladder/kernel-kit';
import { runsOf } from '../cases/fold-axes.ts';
import { isAxes } from '../cases/kinds.ts';
import type { ReduceCase } from '../cases/kinds.ts';

/** Which faults stand for a class of mistakes. */
export const axesTable: FaultTable = {
  index: ['axis-wrong-stride'],
  bound: ['axis-neighbours', 'axis-neighbours-behind', 'axis-dropped-last', 'axis-past-end'],
  terms: ['axis-half'],
  start: ['axis-zero-start'],
  barrier: ['axis-missing-barrier'],
  mask: 'every element counts',
  precision: ['axis-low-precision'],
  lookup: 'elements are all that is read',
  stale: ['axis-unwritten-last'],
  operation: ['axis-greatest-for-least'],
  row: ['axis-next-row'],
  inclusion: 'a row counts whole',
  carry: ['axis-first-part-only'],
};

/** The faults of the axes ladder. */
export const axesFaults: readonly Fault<ReduceCase>[] = [
  {
    name: 'axis-wrong-stride',
    summary: 'takes neighbours, as if the reduced axis lay innermost',
    of: 'axis-naive',
    change: edit('axes/naive.wgsl', 'first + r * INNER', 'first + r'),
    answer: 'wrong-value',
  },
  {
    name: 'axis-half',
    summary: 'stops in the middle of the reduced axis',
    of: 'axis-naive',
    change: edit('axes/naive.wgsl', 'r < REDUCED', 'r < REDUCED / 2u'),
    answer: 'wrong-value',
  },
  {
    name: 'axis-unwritten-last',
    summary: 'does not write the last result',
    of: 'axis-naive',
    change: edit('axes/naive.wgsl', 'output >= OUTPUTS', 'output + 1u >= OUTPUTS'),
    answer: 'unwritten',
    // Where it feeds another run of axes, the output is written, and wrong.
    takes: (params) => isAxes(params) && runsOf(params).length === 1,
  },
  {
    name: 'axis-zero-start',
    summary: 'begins with zero whatever the operation',
    of: 'axis-tree',
    change: edit('axes/tree.wgsl', 'var sum = Value(IDENTITY);', 'var sum = Value(0);'),
    answer: 'wrong-value',
    takes: ({ fill }) => fill === 'one-sided',
  },
  {
    name: 'axis-missing-barrier',
    summary: 'reads a level before it is written',
    of: 'axis-tree',
    change: edit('axes/tree.wgsl', 'workgroupBarrier();', ''),
    answer: 'wrong-value',
  },
  {
    name: 'axis-low-precision',
    summary: 'rounds every addition to half precision',
    of: 'axis-tree',
    change: edit('axes/tree.wgsl', 'a + b, OP == 0u', 'Value(quantizeToF16(f32(a + b))), OP == 0u'),
    answer: 'wrong-value',
    takes: ({ dtype, op }) => dtype === 'f32' && op === 'sum',
  },
  {
    name: 'axis-next-row',
    summary: 'reduces the row below',
    of: 'axis-tree',
    change: edit(
      'axes/tree.wgsl',
      'let first = output / INNER',
      'let first = (output + 1u) % OUTPUTS / INNER',
    ),
    answer: 'wrong-value',
    takes: hasRows,
  },
  {
    name: 'axis-neighbours',
    summary: 'counts what the first quad of a row holds of the row before',
    of: 'axis-optimized',
    change: edit('axes/rows.wgsl', '(elements >= vec4u(begin)) & ', ''),
    answer: 'wrong-value',
    takes: hasRows,
    at: (row) => row > 0,
  },
  {
    name: 'axis-neighbours-behind',
    summary: 'counts what the last quad of a row holds of the row behind',
    of: 'axis-optimized',
    change: edit('axes/rows.wgsl', ' & (elements < vec4u(begin + REDUCED))', ''),
    answer: 'wrong-value',
    takes: hasRows,
  },
  {
    name: 'axis-first-part-only',
    summary: 'reads the first part of a row for each of its parts',
    of: 'axis-optimized',
    change: edit('axes/rows.wgsl', '(part * TRIPS + trip)', 'trip'),
    answer: 'wrong-value',
    // Only long rows have parts.
    takes: (params) => hasRows(params) && params.n > 50_000,
  },
  {
    name: 'axis-greatest-for-least',
    summary: 'keeps the greatest of four where the least is sought',
    of: 'axis-optimized',
    change: edit(
      'axes/rows.wgsl',
      '-> vec4<Value> {\n  return select(select(max(a, b), min(a, b), OP == 1u)',
      '-> vec4<Value> {\n  return select(select(max(a, b), min(a, b), false)',
    ),
    answer: 'wrong-value',
    takes: (params) => hasRows(params) && params.op === 'min',
  },
  {
    name: 'axis-dropped-last',
    summary: 'leaves the last row of a column out',
    of: 'axis-optimized',
    change: edit('axes/columns.wgsl', 'row < REDUCED', 'row + 1u < REDUCED'),
    answer: 'wrong-value',
    takes: hasColumns,
  },
  {
    name: 'axis-past-end',
    summary: 'lets the threads behind the last column write theirs',
    of: 'axis-optimized',
    change: edit('axes/columns.wgsl', 'outer < OUTER && column < COLUMNS', 'outer < OUTER'),
    answer: 'out-of-bounds',
    takes: hasColumns,
  },
];

function hasRows(params: ReduceCase): boolean {
  return innerOf(params) === 1;
}

function hasColumns(params: ReduceCase): boolean {
  return innerOf(params) > 1;
}

// Elements side by side for each place of the only run of axes; 0 where there are several runs, or none.
function innerOf(params: ReduceCase): number {
  if (!isAxes(params)) return 0;
  const [run, ...others] = runsOf(params);
  return run && others.length === 0 ? run.inner : 0;
}
