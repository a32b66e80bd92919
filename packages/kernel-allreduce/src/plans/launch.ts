// What all plans share: constants of the kernels, grids, and what a device must offer.
import { missingFeature, wgsl } from '@kernel-ladder/harness';
import { gridOf } from '@kernel-ladder/kernel-kit';
import type { BufferRange, Constants, DeviceFacts, Pass, Plan, PlanCase } from '@kernel-ladder/harness';
import type { AllreduceCase, Op } from '../cases/kind.ts';

/** One dispatch over `rows` ranges of up to `elements` elements. */
export interface Launched {
  readonly constants: Constants;
  readonly bindings: readonly (string | BufferRange)[];
  readonly elements: number;
  readonly elementsPerThread: number;
  readonly rows: number;
}

// Invocations of every workgroup: what the smallest device takes.
const workgroup = 256;

const opCode: { readonly [Name in Op]: number } = { sum: 0, mean: 1, max: 2 };

/** A dispatch with the constants that every kernel of the family has. */
export function kernelPass(file: string, params: AllreduceCase, launched: Launched): Pass {
  const { op, dtype } = params;
  const isHalf = dtype === 'f16';
  const common = {
    Element: dtype,
    Value: isHalf ? 'f32' : dtype,
    OP: opCode[op],
    WORKGROUP: workgroup,
  };
  const pieces = Math.ceil(launched.elements / (workgroup * launched.elementsPerThread));
  // The second dimension counts the ranges.
  const [x, z] = gridOf(pieces);
  return {
    wgsl: wgsl(file, { ...common, ...launched.constants }, isHalf ? ['f16'] : []),
    bindings: launched.bindings,
    workgroups: [x, launched.rows, z],
  };
}

/** Refuses f16 on a device without it, then plans. */
export function planned(plan: (params: AllreduceCase, device: DeviceFacts) => Plan): PlanCase<AllreduceCase> {
  return (params, device) =>
    params.dtype === 'f16' && !device.features.has('shader-f16')
      ? missingFeature('shader-f16')
      : plan(params, device);
}
