import { integersOf } from '../../graph/attributes.ts';
import { countOf, sameShape } from '../../graph/types.ts';
import type { Attributes, Type } from '../../graph/types.ts';
import type { Call, Opaque } from '../contract.ts';
import { inDomain, operandAt, shapeError } from '../rules.ts';
import { scattered } from '../scattered.ts';
import { windows } from '../views/windows.ts';
import { windowAttributes } from '../window.ts';

export const foldWindows: Opaque = {
  name: 'fold-windows',
  class: 'opaque',
  summary: 'adds windows up where they came from: the transpose of `windows`, also known as col2im',
  arity: 1,
  attributes: { ...windowAttributes, shape: 'shape' },
  infer: (operands, attributes) =>
    unfolded(inDomain('fold-windows', 'number', operandAt(operands, 0)), attributes),
  evaluate: (call, data) => {
    const { shape } = operandAt(call.operands, 0);
    const { offset, strides } = windows.places(windowCall(call.type, call.attributes)) ?? {
      offset: 0,
      strides: [],
    };
    const into = new Float64Array(countOf(call.type.shape));
    return scattered(into, data, { shape, offset, strides, combine: (old, value) => old + value });
  },
  flops: ({ operands }) => countOf(operandAt(operands, 0).shape),
  gradient: ({ op, slope, call }) => {
    const { size, stride, dilation } = call.attributes;
    const steps = { ...(stride ? { stride } : {}), ...(dilation ? { dilation } : {}) };
    return [op('windows', [slope], { size: size ?? [], ...steps })];
  },
};

// The windows that are folded, as if they were taken from the result.
function windowCall(type: Type, attributes: Attributes): Call {
  return { operands: [type], attributes, type: windows.infer([type], attributes) };
}

function unfolded(operand: Type, attributes: Attributes): Type {
  const type = { dtype: operand.dtype, shape: integersOf(attributes, 'shape') };
  const taken = windowCall(type, attributes).type;
  if (sameShape(taken.shape, operand.shape)) return type;
  throw shapeError('fold-windows takes the windows of its result', [operand, taken]);
}
