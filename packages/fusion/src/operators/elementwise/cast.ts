import { dtypeOf } from '../../graph/attributes.ts';
import { isFloat } from '../../graph/types.ts';
import type { Dtype } from '../../graph/types.ts';
import type { Elementwise } from '../contract.ts';
import { inDomain, operandAt } from '../rules.ts';

export const cast: Elementwise = {
  name: 'cast',
  class: 'elementwise',
  summary: 'the same number in another type; floats to integers towards 0, to the nearest that there is',
  arity: 1,
  attributes: { dtype: 'dtype' },
  flops: 1,
  infer: (operands, attributes) => ({
    dtype: dtypeOf(attributes, 'dtype'),
    shape: inDomain('cast', 'any', operandAt(operands, 0)).shape,
  }),
  evaluate: ({ operands, type }) => converter(operandAt(operands, 0).dtype, type.dtype),
  wgsl: ({ operands, type }) => writer(operandAt(operands, 0).dtype, type.dtype),
  gradient: ({ op, slope, call }) => {
    const { dtype } = operandAt(call.operands, 0);
    return [isFloat(dtype) && isFloat(call.type.dtype) ? op('cast', [slope], { dtype }) : null];
  },
};

// The ends that f32 has numbers of: WGSL clamps before it rounds.
const ranges: { readonly [Type in Dtype]?: readonly [lowest: number, highest: number] } = {
  i32: [-(2 ** 31), 2 ** 31 - 128],
  u32: [0, 2 ** 32 - 256],
  i8: [-128, 127],
};

// Integers of other widths keep their low bits, which is what storing them does.
function converter(from: Dtype, to: Dtype): (x: number) => number {
  if (to === 'bool') return (x) => Number(x !== 0);
  const range = isFloat(from) ? ranges[to] : undefined;
  if (!range) return (x) => x;
  // NaN is no integer; WGSL leaves open which it becomes.
  return (x) => (Number.isNaN(x) ? 0 : Math.min(Math.max(Math.trunc(x), range[0]), range[1]));
}

function writer(from: Dtype, to: Dtype): (x: string) => string {
  if (to !== 'i8') return (x) => `${to}(${x})`;
  if (isFloat(from)) return (x) => `clamp(i32(${x}), -128, 127)`;
  return (x) => `((i32(${x}) << 24u) >> 24u)`;
}
