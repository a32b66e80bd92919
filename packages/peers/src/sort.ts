// Rows beside the ladder of sorting.
import { notApplicable } from '@kernel-ladder/harness';
import type { Arrays, Demand, Family, NumberArray, Skip, VariantKind } from '@kernel-ladder/harness';
import { family, isTable } from '@kernel-ladder/kernel-sort';
import type { KeyCase } from '@kernel-ladder/kernel-sort';
import type { SortTask } from './cpu/loops/sort.ts';
import { cpuRows, loadedWith } from './cpu/rows.ts';
import type { CpuProblem, Loaded, Threads } from './cpu/rows.ts';
import { createTeam } from './cpu/team.ts';
import { vendorHost } from './vendor/host.ts';
import { vendorRows } from './vendor/row.ts';
import { sortVendorRows } from './vendor/sort.ts';

/** Keys and pairs to sort, as tasks. */
export const sorts: CpuProblem<KeyCase> = {
  plan: (params): Demand | Skip =>
    isTable(params)
      ? notApplicable('the loop sorts, and has no table')
      : { implBytes: family.work(params).minBytes, longestSum: 1 },
  flops: ({ n }) => n,
  // V8's sort compares: 2^20 keys take some 80 ms.
  flopsPerNs: 0.0125,
  load,
};

/** The family of sorting with peers instead of kernels. */
export const sortRows: Family<KeyCase, VariantKind> = {
  ...family,
  variants: [...cpuRows(sorts), ...vendorRows(family, sortVendorRows, vendorHost)],
  wrong: [],
};

function load(params: KeyCase, inputs: Arrays, { threads }: Threads): Loaded {
  if (isTable(params)) throw new Error('no loop has a table');
  const { dtype, n, of } = params;
  const isPairs = of === 'pairs';
  const sorted = words(n);
  const carried = isPairs ? words(n) : null;
  const task: SortTask = {
    kind: 'sort',
    dtype,
    keys: wordsOf(inputs['keys']),
    values: isPairs ? wordsOf(inputs['values']) : null,
    sorted,
    carried,
    elements: words(isPairs ? 2 * n : n),
    team: createTeam(threads),
  };
  return loadedWith(task, carried ? { sorted, carried } : { sorted });
}

function words(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(4 * length));
}

function wordsOf(array: NumberArray | undefined): Uint32Array {
  if (array instanceof Uint32Array) return array;
  throw new Error('the loop sorts words of 32 bits');
}
