import { countOf } from '../../graph/types.ts';
import type { Opaque } from '../contract.ts';
import { operandAt, shapeError } from '../rules.ts';
import { splat } from '../splat.ts';
import { eachPick, pickedShape, rowsOf } from './rows.ts';

export const gather: Opaque = {
  name: 'gather',
  class: 'opaque',
  summary:
    'rows of a table along an axis, by index; an embedding. An index outside is moved to the nearest row',
  arity: 2,
  attributes: { axis: 'integer' },
  infer: (operands, attributes) => {
    const shape = pickedShape('gather', operands, attributes);
    if (countOf(shape) > 0 && rowsOf({ operands, attributes }).rows === 0)
      throw shapeError('gather takes a table with rows to read', operands);
    const { dtype } = operandAt(operands, 0);
    return { dtype, shape };
  },
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
