// Rows beside the ladder of prefix sums.
import type { Arrays, Demand, Family, VariantKind } from '@kernel-ladder/harness';
import { family, pickVariant } from '@kernel-ladder/kernel-scan';
import type { ScanCase } from '@kernel-ladder/kernel-scan';
import type { ScanTask } from './cpu/loops/scan.ts';
import { cpuRows, loadedWith } from './cpu/rows.ts';
import type { CpuProblem, Loaded, Threads } from './cpu/rows.ts';
import { isVectorOf32, sharedLike } from './cpu/shared.ts';
import { roundTrip } from './round-trip.ts';
import type { Trip } from './round-trip.ts';
import { createTeam } from './cpu/team.ts';
import { scanVendorRows } from './vendor/scan.ts';
import { vendorHost } from './vendor/host.ts';
import { vendorRows } from './vendor/row.ts';
import { scanLibraries } from './web/scan.ts';

/** The prefix sums of a vector, as tasks. */
export const prefixSums: CpuProblem<ScanCase> = {
  // Sums are in f64: what is rounded to f32 are the elements of the result alone.
  plan: ({ n }, threads): Demand => ({ implBytes: 4 * n * (threads === 1 ? 2 : 3), longestSum: 1 }),
  flops: ({ n }) => n,
  flopsPerNs: 0.4,
  load,
};

/** The kernels of the same sums with their transfers. */
export const trip: Trip<ScanCase> = {
  family,
  beside: prefixSums,
  pick: (_, device) => pickVariant(device),
  kernels: new URL('kernels/', import.meta.resolve('@kernel-ladder/kernel-scan')),
};

/** The family of prefix sums with peers instead of kernels. */
export const scanRows: Family<ScanCase, VariantKind> = {
  ...family,
  variants: [
    ...cpuRows(prefixSums),
    roundTrip(trip),
    ...scanLibraries,
    ...vendorRows(family, scanVendorRows, vendorHost),
  ],
  wrong: [],
};

function load({ mode, dtype }: ScanCase, { values }: Arrays, { threads }: Threads): Loaded {
  if (!isVectorOf32(values)) throw new Error(`no loop scans ${dtype}`);
  const task: ScanTask = {
    kind: 'scan',
    isInclusive: mode === 'inclusive',
    values,
    result: sharedLike(values, values.length),
    team: createTeam(threads),
  };
  return loadedWith(task, { result: task.result });
}
