// The emulator's subgroup-matrix unit: the first lane of a subgroup works for all 32.
import type { Scope } from './builtins.ts';
import { Word } from './memory.ts';
import type { Turn } from './memory.ts';

/** A matrix type of the shader, `subgroup_matrix_left<f16, 16, 16>` and the like. */
export interface MatrixType {
  readonly component: string;
  readonly rows: number;
  readonly columns: number;
}

/** Reads a type from its part, component and two sizes: columns come first, a left one is K columns wide. */
export function matrixType(component: string, columns: string, rows: string): MatrixType {
  return { component, rows: Number(rows), columns: Number(columns) };
}

interface Matrix extends MatrixType {
  /** Row by row. */
  readonly values: Float64Array;
}

type Order = 'row_major' | 'col_major';

/** The functions of the unit, for the thread whose turn it is. */
export function subgroupMatrices(turn: Turn): Scope {
  const isFirst = () => turn.thread % 32 === 0;
  return {
    zeroMatrix: (type: MatrixType): Matrix => ({
      ...type,
      values: new Float64Array(type.rows * type.columns),
    }),
    // More arguments than our style allows, because that is the shader's call.
    subgroupMatrixLoad: (type: MatrixType, order: Order, slice: readonly Word[], ...place: bigint[]) =>
      isFirst() ? load({ type, order }, slice, numbers(place)) : null,
    subgroupMatrixMultiplyAccumulate: (a: Matrix, b: Matrix, sum: Matrix) =>
      isFirst() ? multiplyAccumulate(a, b, sum) : null,
    subgroupMatrixStore: (_: Order, target: Word[], ...[offset, value, stride]: [bigint, Matrix, bigint]) => {
      if (isFirst()) store(target, value, numbers([offset, stride]));
    },
  };
}

interface Place {
  readonly offset: number;
  readonly stride: number;
}

function numbers([offset = 0n, stride = 0n]: readonly bigint[]): Place {
  return { offset: Number(offset), stride: Number(stride) };
}

// Offset and stride count vec4us.
function load(
  { type, order }: { readonly type: MatrixType; readonly order: Order },
  slice: readonly Word[],
  { offset, stride }: Place,
): Matrix {
  const { rows, columns } = type;
  const [lines, length] = order === 'row_major' ? [rows, columns] : [columns, rows];
  const values = new Float64Array(rows * columns);
  for (let line = 0; line < lines; line++) {
    const read: number[] = [];
    for (let at = offset + line * stride; read.length < length; at++)
      read.push(...(slice[at]?.numbers ?? []));
    for (const [index, value] of read.entries()) {
      values[order === 'row_major' ? line * columns + index : index * columns + line] = value;
    }
  }
  return { ...type, values };
}

const roundings: { readonly [component: string]: (value: number) => number } = {
  f32: Math.fround,
  f16: Math.f16round,
  i32: (value) => value | 0,
};

function multiplyAccumulate(a: Matrix, b: Matrix, sum: Matrix): Matrix {
  const round = roundings[sum.component];
  if (!round || a.columns !== b.rows) throw new Error('no such matrices can be multiplied');
  const values = sum.values.map((value, index) => {
    const [row, column] = [Math.floor(index / sum.columns), index % sum.columns];
    let dot = 0;
    for (let k = 0; k < a.columns; k++) {
      dot += (a.values[row * a.columns + k] ?? 0) * (b.values[k * b.columns + column] ?? 0);
    }
    return round(value + dot);
  });
  return { ...sum, values };
}

// Sums go into words of 16 bytes.
function store(target: Word[], value: Matrix, { offset, stride }: Place): void {
  const lanes = value.component === 'f16' ? 8 : 4;
  for (let row = 0; row < value.rows; row++) {
    for (let column = 0; column < value.columns; column += lanes) {
      const first = row * value.columns + column;
      target[offset + row * stride + column / lanes] = new Word([
        ...value.values.subarray(first, first + lanes),
      ]);
    }
  }
}
