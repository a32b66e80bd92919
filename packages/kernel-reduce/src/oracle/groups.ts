// The truth about many results at once, and the comparison with it.
import { allocate, elementwise, observing } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Oracle } from '@kernel-ladder/harness';
import { sumBound } from '@kernel-ladder/kernel-kit';
import type { Magnitudes } from '@kernel-ladder/kernel-kit';
import { isSpecial, termsOf } from '../inputs/fills.ts';
import { identityValue, isFloat } from '../cases/identity.ts';
import type { Reduction } from '../cases/identity.ts';
import type { AxesCase, SegmentsCase } from '../cases/kinds.ts';
import { classifyValue, isOther } from './observe.ts';

/** Σx or the extreme of every group, Σ|x| and Σx². Integer totals wrap as they are stored. */
export interface Totals {
  readonly value: Float64Array | Int32Array | Uint32Array;
  readonly absolute: Float64Array;
  readonly squares: Float64Array;
}

/** Totals of `count` empty groups. */
export function emptyTotals(reduction: Reduction, count: number): Totals {
  const value = isFloat(reduction.dtype)
    ? new Float64Array(count)
    : (allocate(reduction.dtype === 'i32' ? 'i32' : 'u32', count) as Int32Array | Uint32Array);
  value.fill(identityValue(reduction));
  return { value, absolute: new Float64Array(count), squares: new Float64Array(count) };
}

/** Adds one element to a group; doubles lose nothing that the bound of an f32 sum would see. */
export function addTo(totals: Totals, group: number, element: number, op: Reduction['op']): void {
  const { value, absolute, squares } = totals;
  const before = value[group] ?? 0;
  if (op === 'sum') {
    value[group] = before + element;
    absolute[group] = (absolute[group] ?? 0) + Math.abs(element);
    squares[group] = (squares[group] ?? 0) + element ** 2;
  } else if (op === 'min' ? element < before : element > before) {
    value[group] = element;
  }
}

/** How the results of a case are made up of its elements. */
export interface Grouping {
  /** Totals of all groups. */
  readonly totals: () => Totals;
  /** Which group an element belongs to. */
  readonly groupOf: (index: number) => number;
  /** Elements of one group: no chain of additions is longer. */
  readonly sizeOf: (group: number) => number;
}

/** Every group within its own `sumBound`, or exact; specials are observed. */
export function groupsOracle(
  params: AxesCase | SegmentsCase,
  values: NumberArray,
  grouping: Grouping,
): Oracle {
  if (isSpecial(params.fill)) return spillOracle(params, values, grouping);
  const totals = grouping.totals();
  const isRounded = params.op === 'sum' && isFloat(params.dtype);
  const bound = (group: number, longestSum: number) => {
    if (!isRounded) return 0;
    const of = magnitudesOf(totals, group);
    return sumBound(Math.min(longestSum, grouping.sizeOf(group)), termsOf(params.fill, of.absolute), of);
  };
  return elementwise('f64 totals', {
    output: 'result',
    expected: (group) => totals.value[group] ?? 0,
    tolerance: (group, { longestSum }) => bound(group, longestSum),
  });
}

function magnitudesOf({ value, absolute, squares }: Totals, group: number): Magnitudes {
  return { sum: value[group] ?? 0, absolute: absolute[group] ?? 0, squares: squares[group] ?? 0 };
}

// A special belongs to one group: what became of it there, and whether any other group saw it.
function spillOracle(params: AxesCase | SegmentsCase, values: NumberArray, grouping: Grouping): Oracle {
  const special = values.findIndex((value: number) => !Number.isFinite(value));
  const home = grouping.groupOf(special);
  const group = { values: membersOf(values, grouping, home), op: params.op, dtype: params.dtype };
  const others = grouping.totals();
  const classify = (outputs: Arrays) => {
    const got = outputs['result'] ?? new Float32Array(0);
    const outcome = classifyValue(got[home] ?? Number.NaN, group);
    const strays = [...got.keys()].filter((index) => index !== home && !isLike(got[index], others, index));
    return strays.length === 0
      ? `${outcome}, others intact`
      : `${outcome}, spills into ${strays.length} others`;
  };
  return observing('IEEE arithmetic, group by group', classify, leavesGroup);
}

function leavesGroup(outcome: string): boolean {
  return isOther(outcome) || !outcome.endsWith('others intact');
}

function isLike(got: number | undefined, { value, absolute }: Totals, group: number): boolean {
  const error = Math.abs((got ?? Number.NaN) - (value[group] ?? 0));
  return error <= 1e-5 * Math.max(absolute[group] ?? 0, 1e-30);
}

function membersOf(values: NumberArray, grouping: Grouping, group: number): readonly number[] {
  const members: number[] = [];
  for (let index = 0; index < values.length; index++) {
    if (grouping.groupOf(index) === group) members.push(values[index] ?? 0);
  }
  return members;
}
