// Kernels of a GPU: what fusion generates, for every operator; and rungs of the families, where they are known to be faster for a call
// that stands alone.
import { dtypes, operators } from '@kernel-ladder/fusion';
import type { Kernel } from '../registry.ts';

/** Generated kernels for every operator, in every type. */
export const generatedKernels: readonly Kernel<'webgpu'>[] = operators.map(({ name }) => ({
  name: 'generated',
  operator: name,
  backend: 'webgpu',
  dtypes,
  priority: 0,
  run: 'generated',
}));
