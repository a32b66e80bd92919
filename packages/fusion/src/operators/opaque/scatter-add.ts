import type { Opaque } from '../contract.ts';
import { countOf } from '../../graph/types.ts';
import { inDomain, operandAt } from '../rules.ts';
import { checkUpdates, eachPick, pickedShape, rowsOf } from './rows.ts';

export const scatterAdd: Opaque = {
  name: 'scatter-add',
  class: 'opaque',
  summary: 'a table with updates added to its rows by index, those that meet too: the transpose of `gather`',
  arity: 3,
  attributes: { axis: 'integer' },
  infer: (operands, attributes) => {
    checkUpdates('scatter-add', pickedShape('scatter-add', operands, attributes), operands);
    return inDomain('scatter-add', 'number', operandAt(operands, 0));
  },
  evaluate: (call, table, indices, updates) => {
    const result = Float64Array.from(table);
    eachPick(rowsOf(call), indices, (to, from) => {
      result[to] = (result[to] ?? Number.NaN) + (updates[from] ?? Number.NaN);
    });
    return result;
  },
  flops: ({ operands }) => countOf(operandAt(operands, 2).shape),
  gradient: ({ op, slope, call }, _, indices) => [
    slope,
    null,
    op('gather', [slope, indices], call.attributes),
  ],
};
