// Rows beside the ladders of atomics.
import { notApplicable } from '@kernel-ladder/harness';
import type { Arrays, Demand, Family, Skip, VariantKind } from '@kernel-ladder/harness';
import { byKind, family, forOthers } from '@kernel-ladder/kernel-atomics';
import type { AtomicsCase } from '@kernel-ladder/kernel-atomics';
import { cpuRows, loadedWith } from './cpu/rows.ts';
import type { CpuProblem, Loaded, Threads } from './cpu/rows.ts';
import type { Task } from './cpu/task.ts';
import { createTeam } from './cpu/team.ts';
import { atomicsVendorRows } from './vendor/atomics.ts';
import { vendorHost } from './vendor/host.ts';
import { vendorRows } from './vendor/row.ts';

/** Histograms and compactions, as tasks. */
export const counts: CpuProblem<AtomicsCase> = {
  plan: (params): Demand | Skip =>
    byKind<Demand | Skip>(params, {
      ...forOthers(() => notApplicable('the loops count bins and keep what is not 0')),
      histogram: () => demandOf(params),
      compact: () => demandOf(params),
    }),
  flops: ({ n }) => n,
  flopsPerNs: 0.4,
  load,
};

/** The family of atomics with peers instead of kernels. */
export const atomicsRows: Family<AtomicsCase, VariantKind> = {
  ...family,
  variants: [...cpuRows(counts), ...vendorRows(family, atomicsVendorRows, vendorHost)],
  wrong: [],
};

function demandOf(params: AtomicsCase): Demand {
  return { implBytes: family.work(params).minBytes, longestSum: 1 };
}

function load(params: AtomicsCase, { x }: Arrays, { threads }: Threads): Loaded {
  if (!(x instanceof Uint32Array)) throw new Error('the loops take "x" as Uint32Array');
  const team = createTeam(threads);
  const made = (name: string) => sharedWords(family.outputs(params)[name]?.length ?? 0);
  return byKind<Loaded>(params, {
    ...forOthers(noTask),
    histogram: ({ bins }) => {
      const task: Task = { kind: 'count', x, counts: made('counts'), own: sharedWords(threads * bins), team };
      return loadedWith(task, { counts: task.counts });
    },
    compact: () => {
      const task: Task = { kind: 'compact', x, y: made('y'), count: made('count'), team };
      return loadedWith(task, { y: task.y, count: task.count });
    },
  });
}

function noTask(): never {
  throw new Error('the loops count bins and keep what is not 0');
}

function sharedWords(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(4 * length));
}
