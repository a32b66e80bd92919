// What a product costs, and which units of a device multiply.
import type { Family } from '@kernel-ladder/harness';
import type { GemmCase } from './cases.ts';
import { addedBytes, elementBytes, outputBytes } from './plans/traffic.ts';

/** Operations, those of an epilogue not counted so that rates compare, and the bytes that no kernel can avoid. */
export function workOf(params: GemmCase): ReturnType<Family<GemmCase>['work']> {
  const { m, n, k, batch } = params;
  const operands = elementBytes(params).input * batch * (m * k + k * n);
  return { flops: 2 * batch * m * n * k, minBytes: operands + outputBytes(params) + addedBytes(params) };
}

/** The arithmetic of a rung, by the name of its roof. */
export function arithmetic(name: string, { dtype }: GemmCase): string {
  if (name.startsWith('tensor') && dtype !== 'f32')
    return dtype === 'i8-i32' ? 'tensor:i8-i32' : 'tensor:f16-f32';
  if (dtype === 'i8-i32') return name === 'dot4' ? 'dot4:i8-i32' : 'i32';
  return dtype === 'f16' ? 'f16' : 'f32';
}
