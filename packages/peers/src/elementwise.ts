// Rows beside the ladder of maps.
import { notApplicable } from '@kernel-ladder/harness';
import type { Arrays, Demand, Family, Skip, VariantKind } from '@kernel-ladder/harness';
import { factor, family, pickVariant } from '@kernel-ladder/kernel-elementwise';
import type { ElementwiseCase } from '@kernel-ladder/kernel-elementwise';
import { mapNamed } from './cpu/loops/map.ts';
import type { MapTask } from './cpu/loops/map.ts';
import { cpuRows, loadedWith } from './cpu/rows.ts';
import type { CpuProblem, Loaded } from './cpu/rows.ts';
import { sharedLike } from './cpu/shared.ts';
import { roundTrip } from './round-trip.ts';
import type { Trip } from './round-trip.ts';
import { elementwiseVendorRows } from './vendor/elementwise.ts';
import { vendorHost } from './vendor/host.ts';
import { vendorRows } from './vendor/row.ts';
import { elementwiseLibraries } from './web/elementwise.ts';

/** Maps of vectors of f32, as tasks. */
export const maps: CpuProblem<ElementwiseCase> = {
  plan: (params): Demand | Skip =>
    params.dtype === 'f32' && mapNamed(params.op)
      ? { implBytes: family.work(params).minBytes, longestSum: 1 }
      : notApplicable('the loop adds, scales, does both, or keeps what is positive, in f32'),
  flops: ({ n }) => n,
  flopsPerNs: 0.5,
  load,
};

/** The kernels of the same maps with their transfers. */
export const trip: Trip<ElementwiseCase> = {
  family,
  beside: maps,
  pick: pickVariant,
  kernels: new URL('kernels/', import.meta.resolve('@kernel-ladder/kernel-elementwise')),
};

/** The family of maps with peers instead of kernels. */
export const elementwiseRows: Family<ElementwiseCase, VariantKind> = {
  ...family,
  variants: [
    ...cpuRows(maps),
    roundTrip(trip),
    ...elementwiseLibraries,
    ...vendorRows(family, elementwiseVendorRows, vendorHost),
  ],
  wrong: [],
};

function load({ op }: ElementwiseCase, { a, b = a }: Arrays): Loaded {
  const name = mapNamed(op);
  if (!name || !(a instanceof Float32Array && b instanceof Float32Array))
    throw new Error(`no loop takes ${op} of these operands`);
  const task: MapTask = {
    kind: 'map',
    op: name,
    factor,
    a,
    b,
    result: sharedLike(a, a.length),
  };
  return loadedWith(task, { result: task.result });
}
