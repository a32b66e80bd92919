import { operandAt } from '../rules.ts';
import { fold } from './folds.ts';

export const reduceSum = fold({
  name: 'reduce-sum',
  summary: 'the sum over axes',
  identity: () => 0,
  evaluate: (left, right) => left + right,
  wgsl: (left, right) => `(${left} + ${right})`,
  gradient: ({ op, slope, call }) => [op('broadcast', [slope], { shape: operandAt(call.operands, 0).shape })],
});
