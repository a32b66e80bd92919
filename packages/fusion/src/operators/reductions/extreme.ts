// The slope of a greatest or least element, shared evenly between those that are equal to it.
import type { Gradient } from '../contract.ts';
import { operandAt } from '../rules.ts';
import { splat } from '../splat.ts';

export const extremeSlope: Gradient = ({ op, slope, result, call }, x) => {
  if (!x) return [];
  const operand = operandAt(call.operands, 0);
  const spread = (value: typeof slope) => op('broadcast', [value], { shape: operand.shape });
  const isExtreme = op('compare', [x, spread(result)], { how: '==' });
  const ones = op('select', [isExtreme, splat(op, 1, operand), splat(op, 0, operand)]);
  const count = op('reduce-sum', [ones], { axes: call.attributes['axes'] ?? [] });
  return [op('mul', [ones, spread(op('div', [slope, count]))])];
};
