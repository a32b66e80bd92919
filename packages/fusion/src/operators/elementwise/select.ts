import { dtypeError, operandAt, shapeError } from '../rules.ts';
import { sameShape } from '../../graph/types.ts';
import type { Type } from '../../graph/types.ts';
import { exact } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { splat } from '../splat.ts';

export const select: Elementwise = {
  name: 'select',
  class: 'elementwise',
  summary: 'x where the condition holds, y elsewhere',
  arity: 3,
  attributes: {},
  flops: 1,
  error: exact,
  infer: choice,
  evaluate: () => (condition, x, y) => (condition === 0 ? y : x),
  wgsl: () => (condition, x, y) => `select(${y}, ${x}, ${condition})`,
  gradient: ({ op, slope, call }, condition) => {
    const zero = splat(op, 0, call.type);
    return [null, op('select', [condition, slope, zero]), op('select', [condition, zero, slope])];
  },
};

function choice(operands: readonly Type[]): Type {
  const [condition, x, y] = [0, 1, 2].map((index) => operandAt(operands, index)) as [Type, Type, Type];
  if (condition.dtype !== 'bool')
    throw dtypeError('select takes a bool to choose by', [condition], 'compare first');
  if (x.dtype !== y.dtype) throw dtypeError('select takes values of one element type', [x, y], 'cast first');
  if (sameShape(condition.shape, x.shape) && sameShape(x.shape, y.shape)) return x;
  throw shapeError('select takes operands of one shape', operands, 'broadcast first');
}
