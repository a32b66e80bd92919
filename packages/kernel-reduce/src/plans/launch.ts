// What the plans of all three kinds share: texts with their constants, grids, and what a device must offer.
import { missingFeature, parseDtype, wgsl } from '@kernel-ladder/harness';
import type { Constants, DeviceFacts, Pass, Plan, PlanCase } from '@kernel-ladder/harness';
import { identityValue, isFloat } from '../cases/identity.ts';
import type { Reduction } from '../cases/identity.ts';
import type { Op, ReduceDtype } from '../cases/kinds.ts';
import { standardWorkgroup } from '../cases/workgroups.ts';

/** Invocations of a workgroup, where a case asks for no other. */
export const workgroup = standardWorkgroup;

/** Which buffers a dispatch binds, and its grid. */
export interface LaunchShape {
  readonly bindings: readonly string[];
  readonly workgroups: Pass['workgroups'];
}

/** Codes of the operations in kernel files: those that give an index compare as min and max do. */
export const opCode: { readonly [Name in Op]: number } = { sum: 0, min: 1, max: 2, argmin: 1, argmax: 2 };

/** A dispatch of a kernel with the constants that every folding kernel has. */
export function foldPass(
  file: string,
  reduction: Reduction,
  constants: Constants,
  launch: LaunchShape,
): Pass {
  const { acc } = parseDtype(reduction.dtype);
  const common = { OP: opCode[reduction.op], IDENTITY: identityLiteral(reduction), Value: acc };
  return pass(file, reduction.dtype, { ...common, ...constants }, launch);
}

/** A dispatch of a kernel as it stands; f16 input needs its directive. */
export function pass(file: string, dtype: ReduceDtype, constants: Constants, launch: LaunchShape): Pass {
  const enables = parseDtype(dtype).in === 'f16' ? ['f16'] : [];
  return {
    wgsl: wgsl(file, constants, enables),
    ...launch,
  };
}

/** Even shares of `units` over at most `most` workgroups. */
export function split(units: number, most: number): { readonly groups: number; readonly trips: number } {
  const trips = Math.max(1, Math.ceil(units / most));
  return { groups: Math.max(1, Math.ceil(units / trips)), trips };
}

/** Refuses f16 input on a device without it, then plans. */
export function planned<Case extends { readonly dtype: ReduceDtype }>(
  plan: (params: Case, device: DeviceFacts) => Plan,
): PlanCase<Case> {
  return (params, device) => {
    if (params.dtype === 'f16-f32' && !device.features.has('shader-f16')) return missingFeature('shader-f16');
    return plan(params, device);
  };
}

/** The least power of two that is not below `value`; 1 for anything up to 1. */
export function powerOfTwo(value: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, value)));
}

/** The greatest power of two that is not above `value`, at least 1. */
export function powerOfTwoWithin(value: number): number {
  return 2 ** Math.floor(Math.log2(value));
}

/** The bits of the identity, for buffers that are reset as words. */
export function identityBits(reduction: Reduction): number {
  const value = identityValue(reduction);
  if (!isFloat(reduction.dtype)) return value >>> 0;
  return new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0;
}

// As an abstract number that any of the types takes exactly.
function identityLiteral(reduction: Reduction): string {
  const value = identityValue(reduction);
  if (!isFloat(reduction.dtype) || value === 0) return String(value);
  return `${value < 0 ? '-' : ''}0x1.fffffep+127f`;
}
