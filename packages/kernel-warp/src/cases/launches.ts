// How much a case launches, where its parameters leave that to the family.
import type { BuiltinCase } from './kinds.ts';

/** Threads of a workgroup where a case asks for no other number. */
export const standardWorkgroup = 256;

/** Keys that there are, and rounds of arithmetic that a key takes. */
export const [keyCount, keyRounds] = [32, 64];

/** Numbers that a thread sums up or has prefixes of, each passed through its subgroup. */
export const [wordsSummed, wordsScanned] = [16, 4];

/** Workgroups that begin with numbers of their own; those behind them begin with the same again. */
const differentGroups = 8;

/** Threads, trips and chains of a case of built-in functions; `different` workgroups have numbers of their own. */
export function builtinLaunch(params: BuiltinCase) {
  const { workgroup = standardWorkgroup, groups = 2048, trips = 1, chains = 1 } = params;
  const threads = groups * workgroup;
  return { workgroup, groups, trips, chains, threads, different: Math.min(groups, differentGroups) };
}
