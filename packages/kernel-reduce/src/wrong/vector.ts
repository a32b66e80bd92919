// Faults of the rungs that fold one vector to a value.
import { edit } from '@kernel-ladder/harness';
import type { Fault, Plan } from '@kernel-ladder/harness';
import type { FaultTable } from '@kernel-ladder/kernel-kit';
import { isArg, isOccupancy } from '../cases/kinds.ts';
import type { ReduceCase } from '../cases/kinds.ts';

/** Which faults stand for a class of mistakes. */
export const vectorTable: FaultTable = {
  index: ['half-stride', 'wrong-subgroup'],
  bound: ['reads-past-end', 'dropped-first', 'dropped-last', 'dropped-tail', 'dropped-middle'],
  terms: ['long-claim', 'lost-load', 'lost-subgroup', 'lost-update', 'every-lane-adds'],
  start: ['zero-start'],
  barrier: ['missing-barrier'],
  mask: 'every element counts',
  precision: ['low-precision', 'rounded-elements'],
  lookup: 'elements are all that is read',
  stale: ['changes-input', 'stale-output'],
  operation: ['greatest-for-least'],
  row: 'there is one result',
  inclusion: 'there is one result',
  carry: ['lost-group'],
};

/** The faults of the vector ladder. */
export const vectorFaults: readonly Fault<ReduceCase>[] = [
  {
    name: 'lost-load',
    summary: 'leaves out what the last of the loads in flight has brought',
    of: 'occupancy',
    change: edit(
      'occupancy.wgsl',
      'step < ILP; step++) {\n    sum',
      'step < max(ILP - 1u, 1u); step++) {\n    sum',
    ),
    answer: 'wrong-value',
    takes: (params) => isOccupancy(params) && params.ilp > 1 && params.n >= 4 * params.ilp * params.workgroup,
  },
  {
    name: 'dropped-middle',
    summary: 'leaves the element without a partner out',
    of: 'naive-multipass',
    change: edit('halving.wgsl', 'const HALF = N - N / 2u;', 'const HALF = N / 2u;'),
    answer: 'wrong-value',
    takes: isSum,
  },
  {
    name: 'lost-update',
    summary: 'gives an element up where another thread got in between',
    of: 'atomic-element',
    change: edit('atomic-element-float.wgsl', 'is_done = outcome.exchanged;', 'is_done = true;'),
    answer: 'wrong-value',
    takes: ({ op, dtype }) => op === 'sum' && dtype === 'f32',
  },
  {
    name: 'every-lane-adds',
    summary: 'adds the sum of a subgroup as often as it has lanes',
    of: 'atomic-subgroup',
    change: edit('atomic-subgroup.wgsl', 'lane == 0u', 'lane >= 0u'),
    answer: 'wrong-value',
    takes: ({ n, op, dtype }) => n > 0 && op === 'sum' && (dtype === 'i32' || dtype === 'u32'),
  },
  {
    name: 'changes-input',
    summary: 'leaves the partial results in the vector as well',
    of: 'naive',
    change: (plan) => withPartialsInPlace(inWritableVector(plan)),
    answer: 'changed-input',
    takes: isFold,
  },
  {
    name: 'low-precision',
    summary: 'rounds every addition to half precision',
    of: 'interleaved',
    change: edit('tree-interleaved.wgsl', 'a + b', 'Value(quantizeToF16(f32(a + b)))'),
    answer: 'wrong-value',
    takes: ({ dtype, op }) => dtype === 'f32' && op === 'sum',
  },
  {
    name: 'half-stride',
    summary: 'steps by half a workgroup, so that most elements count twice and the last not at all',
    of: 'naive',
    change: edit('naive.wgsl', 'step * WORKGROUP + thread', 'step * (WORKGROUP / 2u) + thread'),
    answer: 'wrong-value',
    takes: isSum,
  },
  {
    name: 'zero-start',
    summary: 'begins with zero whatever the operation',
    of: 'naive',
    change: edit('naive.wgsl', 'var sum = Value(IDENTITY);', 'var sum = Value(0);'),
    answer: 'wrong-value',
    takes: ({ op, fill }) => fill === 'one-sided' && (op === 'min' || op === 'max'),
  },
  {
    name: 'rounded-elements',
    summary: 'reads elements as half precision',
    of: 'naive',
    change: edit(
      'naive.wgsl',
      'combine(sum, Value(values[index]))',
      'combine(sum, Value(quantizeToF16(f32(values[index]))))',
    ),
    answer: 'wrong-value',
    takes: ({ dtype }) => dtype === 'f32',
  },
  {
    name: 'long-claim',
    summary: 'reads half of the vector and claims a chain of additions whose bound would hide that',
    of: 'naive',
    change: (plan) => ({ ...half(plan), longestSum: 1e15 }),
    answer: 'wrong-value',
    takes: isSum,
  },
  {
    name: 'reads-past-end',
    summary: 'has no bound on its index',
    of: 'interleaved',
    change: edit('tree-interleaved.wgsl', 'index < N', 'true'),
    answer: 'wrong-value',
  },
  {
    name: 'missing-barrier',
    summary: 'reads a level before it is written',
    of: 'sequential',
    change: edit('tree-sequential.wgsl', 'workgroupBarrier();', ''),
    answer: 'wrong-value',
    takes: isFold,
  },
  {
    name: 'dropped-last',
    summary: 'leaves the last element of the vector out',
    of: 'sequential',
    change: edit('tree-sequential.wgsl', 'index < N', 'index + 1u < N'),
    answer: 'wrong-value',
    takes: isSum,
  },
  {
    name: 'dropped-first',
    summary: 'leaves the first element out',
    of: 'subgroup',
    change: edit('subgroup.wgsl', 'if (index < N) {', 'if (index > 0u && index < N) {'),
    answer: 'wrong-value',
    takes: isSum,
  },
  {
    name: 'lost-subgroup',
    summary: 'leaves the last subgroup of a workgroup out',
    of: 'subgroup',
    change: edit('subgroup.wgsl', 'other < count', 'other + 1u < count'),
    answer: 'wrong-value',
    takes: isSum,
  },
  {
    name: 'wrong-subgroup',
    summary: 'counts on subgroups of 32 lanes, so that the values of most smaller ones are left out',
    of: 'subgroup',
    change: edit('subgroup.wgsl', 'let count = WORKGROUP / size;', 'let count = WORKGROUP / 32u;'),
    answer: 'wrong-value',
    takes: isFold,
  },
  {
    name: 'stale-output',
    summary: 'adds to a result that nobody has reset',
    of: 'atomic',
    change: withoutReset,
    answer: 'wrong-value',
    // A float that nobody has reset is NaN here and stays that, whatever is added: it looks unwritten.
    takes: ({ n, op, dtype }) => n > 0 && op === 'sum' && (dtype === 'i32' || dtype === 'u32'),
  },
  {
    name: 'greatest-for-least',
    summary: 'keeps the greatest where the least is sought',
    of: 'atomic',
    change: edit('atomic.wgsl', 'atomicMin(&result[0], value);', 'atomicMax(&result[0], value);'),
    answer: 'wrong-value',
    takes: ({ op, dtype }) => op === 'min' && (dtype === 'i32' || dtype === 'u32'),
  },
  {
    name: 'dropped-tail',
    summary: 'leaves out what is behind the last whole quad',
    of: 'optimized',
    change: edit('optimized.wgsl', 'quad = combine4(quad, load_tail());', ''),
    answer: 'wrong-value',
    takes: isFold,
  },
  {
    name: 'lost-group',
    summary: 'folds the results of all workgroups but the last',
    of: 'optimized',
    change: withoutLastGroup,
    answer: 'wrong-value',
    takes: isSum,
  },
];

const half = edit('naive.wgsl', 'index < N', 'index < N / 2u');
const inWritableVector = edit('naive.wgsl', 'var<storage, read> values', 'var<storage, read_write> values');
const withPartialsInPlace = edit(
  'naive.wgsl',
  'partials[thread] = sum;',
  'partials[thread] = sum;\n  values[thread] = Input(sum);',
);

// The second dispatch reads a result less than there are.
function withoutLastGroup(plan: Plan): Plan {
  const [sums, fold] = plan.passes;
  if (!sums || !fold || !('constants' in fold.wgsl)) return plan;
  const { constants } = fold.wgsl;
  const fewer = { ...fold.wgsl, constants: { ...constants, N: Number(constants['N']) - 1 } };
  return { ...plan, passes: [sums, { ...fold, wgsl: fewer }] };
}

/** The plan without the dispatch that clears what its kernel counts or adds up. */
export function withoutReset(plan: Plan): Plan {
  return { ...plan, passes: plan.passes.filter(({ wgsl }) => !wgsl.file.endsWith('/fill.wgsl')) };
}

function isFold(params: ReduceCase): boolean {
  return !isArg(params.op);
}

function isSum({ op }: ReduceCase): boolean {
  return op === 'sum';
}
