// The truth about built-in functions: chains are followed on a CPU, in the subgroups that the threads say they lie in.
import { flawless } from '@kernel-ladder/harness';
import type { Arrays, ElementAt, Finding, NumberArray, Oracle } from '@kernel-ladder/harness';
import { arrayOf } from '@kernel-ladder/kernel-kit';
import { builtinsOf } from '../builtins.ts';
import type { BuiltinName } from '../builtins.ts';
import type { BuiltinCase } from '../cases/kinds.ts';
import type { Number32 } from '../numbers.ts';
import { builtinLaunch } from '../cases/launches.ts';
import { emulations, rounded } from './emulation.ts';
import { subgroupsOf } from './lanes.ts';
import type { Subgroups } from './lanes.ts';

/** Holds results and ends of all chains against the emulation; refuses threads that lie in no possible subgroups. */
export function builtinOracle(params: BuiltinCase, inputs: Arrays): Oracle {
  const x = arrayOf(inputs, 'x');
  return {
    name: 'emulation of every lane',
    verify: (outputs) => compare(params, x, { y: arrayOf(outputs, 'y'), lanes: arrayOf(outputs, 'lanes') }),
  };
}

interface Got {
  readonly y: NumberArray;
  readonly lanes: NumberArray;
}

function compare(params: BuiltinCase, x: NumberArray, { y, lanes }: Got): Finding {
  const { workgroup, groups, threads, different } = builtinLaunch(params);
  const known: Known[] = [];
  for (let group = 0; group < groups; group++) {
    const start = group * workgroup;
    const words = lanes.subarray(start, start + workgroup);
    // Workgroups that begin alike and lie alike come to the same.
    const first = known[group % different];
    const own = first && isSame(first.words, words) ? first : emulate(params, x, { words, group });
    if (typeof own === 'string') return refused(own, { output: 'lanes', index: start });
    known[group % different] ??= own;
    for (const [row, due] of own.rows.entries()) {
      const from = 2 * (row * threads + start);
      const wrong = due.findIndex((value, at) => y[from + at] !== value);
      if (wrong >= 0)
        return refused(`y[${from + wrong}] is ${y[from + wrong]}, expected ${due[wrong]}`, {
          output: 'y',
          index: from + wrong,
        });
    }
  }
  return flawless;
}

function refused(message: string, at: ElementAt): Finding {
  return { ...flawless, passed: false, worst: Infinity, message, at };
}

function isSame(a: NumberArray, b: NumberArray): boolean {
  return a.every((word: number, index: number) => word === b[index]);
}

/** A workgroup: how its threads lie, and for each row two numbers a thread. */
interface Known {
  readonly words: NumberArray;
  readonly rows: readonly (readonly number[])[];
}

function emulate(
  params: BuiltinCase,
  x: NumberArray,
  { words, group }: { readonly words: NumberArray; readonly group: number },
): Known | string {
  const { builtin, dtype } = params;
  const { workgroup, trips, chains, different } = builtinLaunch(params);
  const subgroups = subgroupsOf(words);
  if (typeof subgroups === 'string') return subgroups;
  const start = (group % different) * workgroup;
  const first = [...x.subarray(start, start + workgroup)];
  const rows = builtinsOf(builtin, dtype).flatMap((name) =>
    Array.from({ length: chains }, (_, chain) => follow(name, { first, subgroups, trips, chain, dtype })),
  );
  return { words, rows };
}

interface Chain {
  readonly first: readonly number[];
  readonly subgroups: Subgroups;
  readonly trips: number;
  readonly chain: number;
  readonly dtype: Number32;
}

function follow(name: BuiltinName, { first, subgroups, trips, chain, dtype }: Chain): readonly number[] {
  const ends: number[] = [];
  for (const threads of subgroups) {
    const begun = threads.map((thread) => first[thread] ?? 0);
    let own = begun.map((value) => rounded(value + chain, dtype));
    let results: readonly number[] = [];
    for (let trip = 0; trip < trips; trip++) {
      results = emulations[name]({ own, trip, dtype }).map((result) => rounded(result, dtype));
      own = own.map((value, lane) =>
        next(value, { first: begun[lane] ?? 0, result: results[lane] ?? 0 }, dtype),
      );
    }
    for (const [lane, thread] of threads.entries())
      [ends[2 * thread], ends[2 * thread + 1]] = [results[lane] ?? 0, own[lane] ?? 0];
  }
  return ends;
}

function next(own: number, { first, result }: { first: number; result: number }, dtype: Number32): number {
  if (dtype === 'f32') return Math.fround(first + (result - 8 * Math.floor(result / 8)));
  return rounded(Math.imul(own, 5) + result, dtype);
}
