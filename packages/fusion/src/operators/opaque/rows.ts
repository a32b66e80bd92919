// Gathers and scatters: an axis of a table is replaced by the axes of an array of indices.
import { integerOf } from '../../graph/attributes.ts';
import { countOf, sameShape } from '../../graph/types.ts';
import type { Attributes, Shape, Type } from '../../graph/types.ts';
import type { Call } from '../contract.ts';
import { checkAxes, dtypeError, operandAt, shapeError } from '../rules.ts';

/** How a table is read: `outer` blocks of `rows` rows of `inner` elements, of which `picks` are read in each block. */
export interface Rows {
  readonly outer: number;
  readonly rows: number;
  readonly inner: number;
  readonly picks: number;
}

/** The sizes of a gather or scatter whose first operands are a table and indices. */
export function rowsOf({ operands, attributes }: Pick<Call, 'operands' | 'attributes'>): Rows {
  const [{ shape }, indices] = [operandAt(operands, 0), operandAt(operands, 1)];
  const axis = integerOf(attributes, 'axis');
  return {
    outer: countOf(shape.slice(0, axis)),
    rows: shape[axis] ?? 1,
    inner: countOf(shape.slice(axis + 1)),
    picks: countOf(indices.shape),
  };
}

/** The shape of what is read. Throws a DtypeError where indices are no integers, an AttributeError without such an axis. */
export function pickedShape(name: string, operands: readonly Type[], attributes: Attributes): Shape {
  const [table, indices] = [operandAt(operands, 0), operandAt(operands, 1)];
  const axis = integerOf(attributes, 'axis');
  checkAxes(name, [axis], table);
  if (indices.dtype !== 'i32' && indices.dtype !== 'u32')
    throw dtypeError(`${name} takes indices of i32 or u32`, [table, indices], 'cast first');
  return [...table.shape.slice(0, axis), ...indices.shape, ...table.shape.slice(axis + 1)];
}

/** Throws a ShapeError with both types unless updates have the shape of what would be read. */
export function checkUpdates(name: string, picked: Shape, operands: readonly Type[]): void {
  const [table, updates] = [operandAt(operands, 0), operandAt(operands, 2)];
  if (table.dtype !== updates.dtype)
    throw dtypeError(`${name} takes updates of the table's type`, [table, updates], 'cast first');
  if (!sameShape(picked, updates.shape))
    throw shapeError(`${name} takes updates of the shape that a gather reads`, [
      updates,
      { dtype: table.dtype, shape: picked },
    ]);
}

/** Calls back with the place in the table and the place in what is picked. An index outside is moved to the nearest row. */
export function eachPick(
  { outer, rows, inner, picks }: Rows,
  indices: Float64Array,
  visit: (table: number, picked: number) => void,
): void {
  for (let at = 0; at < outer * picks * inner; at++) {
    const [block, pick, element] = [
      Math.floor(at / (picks * inner)),
      Math.floor(at / inner) % picks,
      at % inner,
    ];
    const row = Math.min(Math.max(indices[pick] ?? 0, 0), rows - 1);
    visit((block * rows + row) * inner + element, at);
  }
}
