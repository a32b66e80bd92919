// What an operator means, as a kernel. It needs no more of fusion than that: threads load this file, and wait for what it loads.
import { evaluate } from '@kernel-ladder/fusion/evaluate.ts';
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
