// Kernels of one thread: each operator as its reference says, in f64.
import { dtypes, operators } from '@kernel-ladder/fusion';
import type { Kernel } from '../registry.ts';
import { reference } from './reference.ts';

/** A reference kernel for every operator of the table, in every type. */
export const cpuKernels: readonly Kernel<'cpu'>[] = operators.map(({ name }) => ({
  name: 'reference',
  operator: name,
  backend: 'cpu',
  dtypes,
  priority: 0,
  run: reference,
}));
