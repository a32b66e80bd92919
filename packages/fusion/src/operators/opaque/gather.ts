import { countOf } from '../../graph/types.ts';
import type { Opaque } from '../contract.ts';
import { operandAt } from '../rules.ts';
import { splat } from '../splat.ts';
import { eachPick, pickedShape, rowsOf } from './rows.ts';

export const gather: Opaque = {
  name: 'gather',
  class: 'opaque',
  summary:
    'rows of a table along an axis, by index; an embedding. An index outside is moved to the nearest row',
  arity: 2,
  attributes: { axis: 'integer' },
  infer: (operands, attributes) => ({
    dtype: operandAt(operands, 0).dtype,
    shape: pickedShape('gather', operands, attributes),
  }),
  evaluate: (call, table, indices) => {
    const result = new Float64Array(countOf(call.type.shape));
    eachPick(rowsOf(call), indices, (from, to) => {
      result[to] = table[from] ?? Number.NaN;
    });
    return result;
  },
  flops: () => 0,
  gradient: ({ op, slope, call }, table, indices) => [
    op('scatter-add', [splat(op, 0, table.type), indices, slope], call.attributes),
    null,
  ],
};
