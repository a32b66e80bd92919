// Kernels of a GPU: what fusion generates, for every operator; and rungs of the families, where they are known to be faster for a call
// that stands alone.
import { dtypes, operators } from '@kernel-ladder/fusion';
import type { Call } from '@kernel-ladder/fusion';
import type { DeviceFacts, Plan, WgslLoader } from '@kernel-ladder/harness';
import type { Kernel } from '../registry.ts';

/** A plan of a family for a call, and what its buffers are called. */
export interface RungPlan {
  readonly plan: Plan;
  /** The buffer of each operand, in order. */
  readonly operands: readonly string[];
  readonly result: string;
  /** Brings the family's files. */
  readonly load: WgslLoader;
}

/** `generated`: what fusion writes for the graph. Else the plan of a rung; null where the device cannot run it. */
export type WebgpuKernel = 'generated' | ((call: Call, facts: DeviceFacts) => RungPlan | null);

/** Generated kernels for every operator, in every type. */
export const generatedKernels: readonly Kernel<'webgpu'>[] = operators.map(({ name }) => ({
  name: 'generated',
  operator: name,
  backend: 'webgpu',
  dtypes,
  priority: 0,
  run: 'generated',
}));
