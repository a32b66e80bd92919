// Rows beside the ladder of convolutions.
import type { Arrays, Family, VariantKind } from '@kernel-ladder/harness';
import { family, geometryOf } from '@kernel-ladder/kernel-conv';
import type { ConvCase } from '@kernel-ladder/kernel-conv';
import type { ConvTask } from './cpu/loops/conv.ts';
import { cpuRows, loadedWith } from './cpu/rows.ts';
import type { CpuProblem, Loaded } from './cpu/rows.ts';
import { sharedLike } from './cpu/shared.ts';
import { convVendorRows } from './vendor/conv.ts';
import { vendorHost } from './vendor/host.ts';
import { vendorRows } from './vendor/row.ts';
import { convLibraries } from './web/conv.ts';

/** Convolutions and poolings of f32, as tasks. */
export const convolutions: CpuProblem<ConvCase> = {
  // Sums are in f64, and rounded once.
  plan: (params) => ({ implBytes: family.work(params).minBytes, longestSum: 1 }),
  flops: (params) => family.work(params).flops,
  flopsPerNs: 0.8,
  load,
};

/** The family of convolutions with peers instead of kernels. */
export const convRows: Family<ConvCase, VariantKind> = {
  ...family,
  variants: [...cpuRows(convolutions), ...convLibraries, ...vendorRows(family, convVendorRows, vendorHost)],
  wrong: [],
};

function load(params: ConvCase, { x, w = new Float32Array() }: Arrays): Loaded {
  if (!(x instanceof Float32Array && w instanceof Float32Array))
    throw new Error('the loop takes images and filters of f32');
  const shape = geometryOf(params);
  const y = sharedLike(x, shape.images * shape.filters * shape.pixels);
  const task: ConvTask = { kind: 'conv', op: params.op, shape, x, w, y };
  return loadedWith(task, { y });
}
