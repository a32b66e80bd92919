// The matrix unit of a subgroup: its first lane works for all, and its accesses count as those of several threads.
import type { MatrixType } from '../compile/types.ts';
import { several } from './memory.ts';
import type { Turn } from './turn.ts';
import type { TypedRegion } from './typed-region.ts';

/** A matrix with its values, row by row. */
export interface Matrix extends MatrixType {
  readonly values: Float64Array;
}

/** Where in memory the lines of a matrix begin, in bytes. */
interface Lines {
  readonly offset: number;
  readonly stride: number;
  readonly isByRow: boolean;
  readonly line: number;
}

const rounds: { readonly [component: string]: (value: number) => number } = {
  f32: Math.fround,
  f16: Math.f16round,
  i32: (value) => value | 0,
  u32: (value) => value >>> 0,
};

/** What shaders call; lanes other than the first hold nothing. */
export const matrixUnit = {
  zeroMatrix: (type: MatrixType, value = 0): Matrix => ({
    ...type,
    values: new Float64Array(type.rows * type.columns).fill(value),
  }),
  // More arguments than our style allows, because that is the shader's call.
  loadMatrix: (turn: Turn, region: TypedRegion, ...[type, lines]: readonly [MatrixType, Lines]) =>
    asOne(turn, () => load(region, type, lines)),
  storeMatrix: (turn: Turn, region: TypedRegion, ...[matrix, lines]: readonly [Matrix, Lines]) =>
    asOne(turn, () => store(region, matrix, lines)),
  multiplyAccumulate: (turn: Turn, ...[a, b, sum]: readonly [Matrix, Matrix, Matrix]) =>
    asOne(turn, () => multiplyAccumulate(a, b, sum)),
} as const;

function asOne<T>(turn: Turn, work: () => T): T | null {
  if (turn.lane !== 0) return null;
  const { thread } = turn;
  turn.thread = several;
  turn.joint++;
  try {
    return work();
  } finally {
    turn.thread = thread;
  }
}

const bytes: { readonly [component: string]: number } = { f32: 4, i32: 4, u32: 4, f16: 2, i8: 1, u8: 1 };

function sizeOf(component: string): number {
  const size = bytes[component];
  if (size === undefined) throw new SyntaxError(`no matrix of ${component}`);
  return size;
}

function load(region: TypedRegion, type: MatrixType, { offset, stride, isByRow, line }: Lines): Matrix {
  const { rows, columns, component } = type;
  const values = new Float64Array(rows * columns);
  const [count, length] = isByRow ? [rows, columns] : [columns, rows];
  for (let index = 0; index < count; index++) {
    const read = readLine(region, component, { offset: offset + index * stride, length, line });
    for (let at = 0; at < length; at++)
      values[isByRow ? index * columns + at : at * columns + index] = read[at] ?? 0;
  }
  return { ...type, values };
}

interface Span {
  readonly offset: number;
  readonly length: number;
  readonly line: number;
}

function readLine(region: TypedRegion, component: string, { offset, length, line }: Span): ArrayLike<number> {
  const size = sizeOf(component);
  return numbersOf(component, region.readVectorWords(offset, Math.ceil((length * size) / 4), line));
}

// At least as many as were asked for: the last word may hold more.
function numbersOf(component: string, words: Uint32Array): ArrayLike<number> {
  switch (component) {
    case 'f32':
      return new Float32Array(words.buffer);
    case 'f16':
      return new Float16Array(words.buffer);
    case 'i8':
      return new Int8Array(words.buffer);
    case 'u8':
      return new Uint8Array(words.buffer);
    case 'i32':
      return new Int32Array(words.buffer);
    default:
      return words;
  }
}

function store(region: TypedRegion, matrix: Matrix, { offset, stride, isByRow, line }: Lines): void {
  const { rows, columns, component, values } = matrix;
  const [count, length] = isByRow ? [rows, columns] : [columns, rows];
  for (let index = 0; index < count; index++) {
    const numbers = Array.from(
      { length },
      (_, at) => values[isByRow ? index * columns + at : at * columns + index] ?? 0,
    );
    const at = offset + index * stride;
    if (component === 'f16') region.writeVectorF16(at, numbers, line);
    else if (component === 'f32') region.writeVectorF32(at, numbers, line);
    else if (component === 'i32') region.writeVectorI32(at, numbers, line);
    else throw new SyntaxError(`no matrix of ${component} is stored`);
  }
}

function multiplyAccumulate(a: Matrix, b: Matrix, sum: Matrix): Matrix {
  const round = rounds[sum.component];
  if (!round || a.columns !== b.rows) throw new SyntaxError('no such matrices can be multiplied');
  const values = sum.values.map((value, index) => {
    const [row, column] = [Math.floor(index / sum.columns), index % sum.columns];
    let dot = 0;
    for (let k = 0; k < a.columns; k++)
      dot += (a.values[row * a.columns + k] ?? 0) * (b.values[k * b.columns + column] ?? 0);
    return round(value + dot);
  });
  return { ...sum, values };
}
