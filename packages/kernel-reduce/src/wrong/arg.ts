// Faults of the rungs that find the index of an extreme.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { FaultTable } from '@kernel-ladder/kernel-kit';
import { isArg, isVector } from '../cases/kinds.ts';
import type { ReduceCase } from '../cases/kinds.ts';
import { withoutReset } from './vector.ts';

/** Which faults stand for a class of mistakes. */
export const argTable: FaultTable = {
  index: ['arg-local-index'],
  bound: ['arg-dropped-last', 'arg-dropped-tail'],
  terms: ['arg-half-of-subgroups'],
  start: ['arg-wrong-start', 'arg-never-begins'],
  barrier: ['arg-missing-barrier', 'arg-stale-ticket'],
  mask: 'every element counts',
  precision: ['arg-rounded-values'],
  lookup: 'elements are all that is read',
  stale: ['arg-stale-ticket'],
  operation: ['arg-greatest-for-least'],
  row: ['arg-last-of-equals', 'arg-last-of-ties'],
  inclusion: 'there is one result',
  carry: ['arg-lost-group'],
};

/** The faults of argmin and argmax. */
export const argFaults: readonly Fault<ReduceCase>[] = [
  {
    name: 'arg-wrong-start',
    summary: 'begins with the first element as if it were zero',
    of: 'naive',
    change: edit('arg-naive.wgsl', 'var best = candidate(NONE);', 'var best = Candidate(Value(0), 0u);'),
    answer: 'wrong-value',
    takes: isIndex,
  },
  {
    name: 'arg-last-of-equals',
    summary: 'lets the later of two equal extremes win',
    of: 'naive',
    change: edit('arg-naive.wgsl', 'a.index < b.index', 'a.index > b.index'),
    answer: 'wrong-value',
    takes: isIndex,
  },
  {
    name: 'arg-never-begins',
    summary: 'finds nothing better than no candidate where all values lie on the far side of zero',
    of: 'naive',
    change: edit('arg-naive.wgsl', 'b.index == NONE || beats', 'beats'),
    answer: 'wrong-value',
    takes: isIndex,
  },
  {
    name: 'arg-missing-barrier',
    summary: 'reads a level before it is written',
    of: 'sequential',
    change: edit('arg-tree.wgsl', 'workgroupBarrier();', ''),
    answer: 'wrong-value',
    takes: isIndex,
  },
  {
    name: 'arg-dropped-last',
    summary: 'leaves the last candidate out',
    of: 'sequential',
    change: edit('arg-tree.wgsl', 'position >= COUNT', 'position + 1u >= COUNT'),
    answer: 'wrong-value',
    takes: endsGreatest,
  },
  {
    name: 'arg-greatest-for-least',
    summary: 'seeks the greatest where the least is sought',
    of: 'sequential',
    change: edit('arg-tree.wgsl', 'a.value < b.value, OP == 1u', 'a.value < b.value, false'),
    answer: 'wrong-value',
    takes: (params) => isIndex(params) && params.op === 'argmin',
  },
  {
    name: 'arg-local-index',
    summary: 'knows a winner by its place in the tile, so that later tiles lose their offset',
    of: 'subgroup',
    change: edit('arg-subgroup.wgsl', '= best.index;\n    }\n  }', '= best.index % WORKGROUP;\n    }\n  }'),
    answer: 'wrong-value',
    takes: isIndex,
  },
  {
    name: 'arg-rounded-values',
    summary: 'compares values of half precision',
    of: 'subgroup',
    change: edit(
      'arg-subgroup.wgsl',
      'Candidate(Value(values[index]), index)',
      'Candidate(Value(quantizeToF16(f32(values[index]))), index)',
    ),
    answer: 'wrong-value',
    takes: (params) => isIndex(params) && params.dtype === 'f32',
  },
  {
    name: 'arg-half-of-subgroups',
    summary: 'compares half of the subgroups of a workgroup',
    of: 'subgroup',
    change: edit('arg-subgroup.wgsl', 'let count = WORKGROUP / size;', 'let count = WORKGROUP / size / 2u;'),
    answer: 'wrong-value',
    takes: isIndex,
  },
  {
    name: 'arg-last-of-ties',
    summary: 'lets a later quad win with an equal extreme',
    of: 'optimized',
    change: edit(
      'arg-optimized.wgsl',
      'quad > best.values, quad < best.values',
      'quad >= best.values, quad <= best.values',
    ),
    answer: 'wrong-value',
    takes: isIndex,
  },
  {
    name: 'arg-dropped-tail',
    summary: 'leaves out what is behind the last whole quad',
    of: 'optimized',
    change: edit('arg-optimized.wgsl', 'if (N % 4u != 0u && ', 'if (false && '),
    answer: 'wrong-value',
    takes: endsGreatest,
  },
  {
    name: 'arg-lost-group',
    summary: 'compares the winners of all workgroups but the last',
    of: 'optimized',
    change: edit('arg-optimized.wgsl', 'other < GROUPS', 'other + 1u < GROUPS'),
    answer: 'wrong-value',
    takes: endsGreatest,
  },
  {
    name: 'arg-stale-ticket',
    summary: 'counts the workgroups that are done from where the last launch stopped: none is ever the last',
    of: 'optimized',
    change: withoutReset,
    answer: 'unwritten',
    takes: isIndex,
  },
];

function isIndex(params: ReduceCase): boolean {
  return isVector(params) && isArg(params.op);
}

// An extreme stands in one place: where it is drawn, it is hardly ever in the part that is lost.
function endsGreatest({ op, fill }: ReduceCase): boolean {
  return op === 'argmax' && fill === 'ramp';
}
