// Kernels of one thread: each operator as its reference says, in f64.
import { dtypes, evaluate, operators } from '@kernel-ladder/fusion';
import type { Kernel } from '../registry.ts';
import type { CpuKernel } from './kinds.ts';

/** The reference of an operator: fusion's own, on a graph of one node. */
export const reference: CpuKernel = (operator, call, operands) => {
  const inputs = call.operands.map((type, index) => ({ name: `x${index}`, type }));
  const id = inputs.length;
  const node = {
    id,
    op: operator,
    operands: [...inputs.keys()],
    attributes: call.attributes,
    type: call.type,
  };
  const feeds = Object.fromEntries(operands.map((data, index) => [`x${index}`, data]));
  const [result = new Float64Array()] = evaluate({ inputs, nodes: [node], outputs: [id] }, feeds);
  return result;
};

/** A reference kernel for every operator of the table, in every type. */
export const cpuKernels: readonly Kernel<'cpu'>[] = operators.map(({ name }) => ({
  name: 'reference',
  operator: name,
  backend: 'cpu',
  dtypes,
  priority: 0,
  run: reference,
}));
