// What rungs on subgroup matrices ask of a device: the matrices, and subgroups of 32 lanes that share them.
import { missingFeature, notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Skip } from '@kernel-ladder/harness';

/** Types of the operands and of the sums, and the depth of a product of 16 rows and 16 columns, or of as many as it says. */
export interface MatrixProduct {
  readonly input: 'f32' | 'f16' | 'i8';
  readonly sum: 'f32' | 'f16' | 'i32';
  readonly deep: number;
  readonly side?: number;
}

/** Why a device cannot run a kernel on such matrices; null when it can. */
export function refuseMatrices(device: DeviceFacts, product: MatrixProduct): Skip | null {
  const needed = ['chromium-experimental-subgroup-matrix', 'subgroups'];
  if (product.input === 'f16') needed.push('shader-f16');
  const missing = needed.find((feature) => !device.features.has(feature));
  if (missing !== undefined) return missingFeature(missing);
  if (!hasMatrices(device, product)) return missingConfig(product);
  if (canPinLanes(device) || (device.subgroupMinSize === 32 && device.subgroupMaxSize === 32)) return null;
  return notApplicable('needs subgroups of 32 lanes, and the device cannot fix their size');
}

/** Whether a device multiplies such matrices. */
export function hasMatrices(
  { subgroupMatrixConfigs }: Pick<DeviceFacts, 'subgroupMatrixConfigs'>,
  product: MatrixProduct,
): boolean {
  return subgroupMatrixConfigs.some((config) => isOf(config, product));
}

/** Whether a shader may fix its subgroups at 32 lanes. */
export function canPinLanes(device: DeviceFacts): boolean {
  const isInRange = device.subgroupMinSize <= 32 && device.subgroupMaxSize >= 32;
  return device.features.has('subgroup-size-control') && isInRange;
}

function isOf(
  config: DeviceFacts['subgroupMatrixConfigs'][number],
  { input, sum, deep, side = 16 }: MatrixProduct,
): boolean {
  const { componentType, resultComponentType, M, N, K } = config;
  return componentType === input && resultComponentType === sum && M === side && N === side && K === deep;
}

function missingConfig({ input, sum, deep, side = 16 }: MatrixProduct): Skip {
  const message = `the device multiplies no subgroup matrices of ${input} with ${sum} sums, ${side} x ${side} x ${deep}`;
  return { skip: { code: 'feature:subgroup-matrix-config', message } };
}
