// Shapes of a product of matrices.
import { flagOf, numberOf } from '../../graph/attributes.ts';
import { sameShape } from '../../graph/types.ts';
import type { Attributes, Dtype, Shape, Type } from '../../graph/types.ts';
import { canBroadcast, checkNumber, dtypeError, operandAt, shapeError } from '../rules.ts';

/** `batch` products of an M × K by a K × N matrix. */
export interface Product {
  readonly batch: number;
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** The shape of the axes before the last two. */
  readonly outer: Shape;
}

/** The type of a product: 8-bit integers are added up as i32. Throws a ShapeError or a DtypeError with both types. */
export function productType(operands: readonly Type[], attributes: Attributes): Type {
  const [a, b, c] = [operandAt(operands, 0), operandAt(operands, 1), operands[2]];
  if (a.dtype !== b.dtype || a.dtype === 'bool')
    throw dtypeError('matmul takes numbers of one element type', [a, b], 'cast first');
  const { outer, m, n } = productOf(operands, attributes);
  const dtype: Dtype = a.dtype === 'i8' ? 'i32' : a.dtype;
  const type = { dtype, shape: [...outer, m, n] };
  checkNumber('alpha', numberOf(attributes, 'alpha', 1), dtype);
  if (c && !canBroadcast(c.shape, type.shape))
    throw shapeError('matmul adds what broadcasts to its result', [c, type]);
  if (c && c.dtype !== dtype)
    throw dtypeError('matmul adds numbers of the type of its result', [c, type], 'cast first');
  return type;
}

/** The sizes of a product. Throws a ShapeError with both types. */
export function productOf(operands: readonly Type[], attributes: Attributes): Product {
  const [a, b] = [operandAt(operands, 0), operandAt(operands, 1)];
  const left = matrixOf(a, flagOf(attributes, 'transposeA'));
  const right = matrixOf(b, flagOf(attributes, 'transposeB'));
  if (a.shape.length < 2 || b.shape.length < 2)
    throw shapeError('matmul takes matrices', [a, b], 'reshape a vector to [1, K] or [K, 1]');
  if (left.columns !== right.rows)
    throw shapeError('matmul takes as many columns on the left as rows on the right', [a, b]);
  if (!sameShape(left.outer, right.outer))
    throw shapeError('matmul takes operands of one batch', [a, b], 'broadcast first');
  const batch = left.outer.reduce((count, length) => count * length, 1);
  return { batch, m: left.rows, n: right.columns, k: left.columns, outer: left.outer };
}

function matrixOf({ shape }: Type, isTransposed: boolean) {
  const [first, second] = [shape.at(-2) ?? 1, shape.at(-1) ?? 1];
  const outer = shape.slice(0, -2);
  return isTransposed ? { outer, rows: second, columns: first } : { outer, rows: first, columns: second };
}
