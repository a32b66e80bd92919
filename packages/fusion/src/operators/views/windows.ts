import { typeText } from '../../graph/types.ts';
import { GraphError } from '../../graph/errors.ts';
import type { Type } from '../../graph/types.ts';
import { stridesOf } from '../contract.ts';
import type { View } from '../contract.ts';
import { operandAt } from '../rules.ts';
import { windowAttributes, windowCounts, windowOf } from '../window.ts';
import type { Window } from '../window.ts';

export const windows: View = {
  name: 'windows',
  class: 'view',
  summary: 'every window over the last axes: […, H, W] to […, windows down, windows across, rows, columns]',
  arity: 1,
  attributes: windowAttributes,
  infer: (operands, attributes) => {
    const operand = operandAt(operands, 0);
    const window = windowOf('windows', attributes);
    return { dtype: operand.dtype, shape: windowed(operand, window) };
  },
  places: ({ operands, attributes }) => {
    const { stride, dilation, size } = windowOf('windows', attributes);
    const strides = stridesOf(operandAt(operands, 0).shape);
    const outer = strides.slice(0, strides.length - size.length);
    const inner = strides.slice(strides.length - size.length);
    const scaled = (factors: readonly number[]) => inner.map((each, axis) => each * (factors[axis] ?? 1));
    return { offset: 0, strides: [...outer, ...scaled(stride), ...scaled(dilation)] };
  },
  gradient: ({ op, slope, call }) => {
    const { shape } = operandAt(call.operands, 0);
    return [op('fold-windows', [slope], { ...call.attributes, shape })];
  },
};

function windowed(operand: Type, window: Window): readonly number[] {
  const outer = operand.shape.length - window.size.length;
  const counts = windowCounts(operand.shape.slice(Math.max(outer, 0)), window);
  if (outer >= 0 && counts.every((count) => count > 0))
    return [...operand.shape.slice(0, outer), ...counts, ...window.size];
  throw new GraphError(
    'ShapeError',
    `windows of [${window.size.join(', ')}] do not fit into ${typeText(operand)}`,
  );
}
