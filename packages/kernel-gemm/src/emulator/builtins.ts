// Builtin functions of the emulator: f32 vectors, unpacking, and a subgroup-matrix unit.
import type { Turn, Vector } from './memory.ts';

/** Names that a translated shader finds, beside its own arrays. */
export interface Scope {
  readonly [name: string]: unknown;
}

/** The builtin functions, for the thread whose turn it is. */
export function builtins(turn: Turn = { thread: 0, phase: 0 }): Scope {
  return {
    min: (a: bigint, b: bigint) => (a < b ? a : b),
    vec4f,
    fma: (a: Vector, b: Vector, c: Vector): Vector => ({
      x: Math.fround(a.x * b.x + c.x),
      y: Math.fround(a.y * b.y + c.y),
      z: Math.fround(a.z * b.z + c.z),
      w: Math.fround(a.w * b.w + c.w),
    }),
    unpack2x16float: (word: bigint) => {
      const [x = 0, y = 0] = new Float16Array(Uint32Array.of(Number(word & 0xffffffffn)).buffer);
      return { x, y };
    },
    ...subgroupMatrices(turn),
  };
}

function vec4f(...parts: readonly (number | Vector)[]): Vector {
  const numbers = parts.flatMap((part) => (typeof part === 'number' ? [part] : [part.x, part.y]));
  const [x = 0, y = x, z = x, w = x] = numbers;
  return { x, y, z, w };
}

/** Eight halves, as numbers. */
type Halves = readonly number[];

const side = 16;

// The first lane of a subgroup works for all 32.
function subgroupMatrices(turn: Turn): Scope {
  const isFirst = () => turn.thread % 32 === 0;
  return {
    Result: () => new Float32Array(side * side),
    subgroupMatrixLoad: (slice: readonly Halves[], offset: bigint, stride: bigint) => {
      if (!isFirst()) return null;
      const row = (index: number) => {
        const first = at(offset, stride, index);
        return [...(slice[first] ?? []), ...(slice[first + 1] ?? [])];
      };
      return Float32Array.from(Array.from({ length: side }, (_, index) => row(index)).flat());
    },
    subgroupMatrixMultiplyAccumulate: (a: Float32Array, b: Float32Array, sum: Float32Array) => {
      if (!isFirst()) return null;
      return sum.map((value, index) => Math.fround(value + dot(a, b, index)));
    },
    subgroupMatrixStore: (matrix: number[], offset: bigint, value: Float32Array, stride: bigint) => {
      if (!isFirst()) return;
      for (const [index, number] of value.entries()) {
        matrix[at(offset, stride, Math.floor(index / side)) + (index % side)] = number;
      }
    },
  };
}

function at(offset: bigint, stride: bigint, row: number): number {
  return Number(offset) + row * Number(stride);
}

function dot(a: Float32Array, b: Float32Array, index: number): number {
  const [row, column] = [Math.floor(index / side), index % side];
  let sum = 0;
  for (let k = 0; k < side; k++) sum += (a[row * side + k] ?? 0) * (b[k * side + column] ?? 0);
  return sum;
}
