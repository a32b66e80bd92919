import { exact } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { isFloat } from '../../graph/types.ts';
import { inDomain, operandAt, dtypeError } from '../rules.ts';
import { unary } from './maps.ts';

const map = unary({
  name: 'neg',
  summary: '−x',
  domain: 'number',
  flops: 1,
  error: exact,
  evaluate: (x) => -x,
  wgsl: (x) => `(-${x})`,
  gradient: ({ op, slope }) => [op('neg', [slope])],
});

export const neg: Elementwise = {
  ...map,
  infer: (operands) => {
    const type = inDomain('neg', 'number', operandAt(operands, 0));
    if (isFloat(type.dtype) || type.dtype === 'i32') return type;
    throw dtypeError('neg takes numbers with a sign', [type], 'WGSL has no −x of u32');
  },
};
