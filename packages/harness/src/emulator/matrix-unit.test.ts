// What a subgroup's matrices are: loaded by rows or columns, multiplied, added, and stored where they belong.
import { expect, test } from 'vitest';
import { emulate, Memory, whole } from './emulate.ts';

const size = 8;
const numbers = { f32: Float32Array, i32: Int32Array } as const;

interface Given {
  readonly type: keyof typeof numbers;
  readonly left: 'row_major' | 'column_major';
  readonly right: 'row_major' | 'column_major';
  /** Elements of `result`; a whole matrix when left out. */
  readonly room?: number;
}

// left · right + 1, of numbers that are small and all different.
function product({ type, left, right, room = size * size }: Given) {
  const input = (name: string, value: (at: number) => number) => {
    const memory = new Memory(name, 4 * size * size, true);
    new numbers[type](memory.bytes).set(Array.from({ length: size * size }, (_, at) => value(at)));
    return memory;
  };
  const [a, b] = [input('a', (at) => at - 20), input('b', (at) => 3 * at - 50)];
  const result = new Memory('result', 4 * room);
  const text = `enable chromium_experimental_subgroup_matrix;
@group(0) @binding(0) var<storage, read> a: array<${type}>;
@group(0) @binding(1) var<storage, read> b: array<${type}>;
@group(0) @binding(2) var<storage, read_write> result: array<${type}>;
@compute @workgroup_size(32)
fn main() {
  let left = subgroupMatrixLoad<subgroup_matrix_left<${type}, ${size}, ${size}>, ${left}>(&a, 0u, ${size}u);
  let right = subgroupMatrixLoad<subgroup_matrix_right<${type}, ${size}, ${size}>, ${right}>(&b, 0u, ${size}u);
  var sum = subgroup_matrix_result<${type}, ${size}, ${size}>(${type}(1));
  sum = subgroupMatrixMultiplyAccumulate(left, right, sum);
  subgroupMatrixStore<row_major>(&result, 0u, sum, ${size}u);
}`;
  const bindings = [whole(a), whole(b), whole(result)];
  const { hazards } = emulate([{ file: 'product.wgsl', text, workgroups: [1, 1, 1], bindings }], {
    subgroupSize: 32,
  });
  return { hazards, values: [...new numbers[type](result.bytes)] };
}

function expected({ left, right }: Given): readonly number[] {
  const place = (order: Given['left'], row: number, column: number) =>
    order === 'row_major' ? row * size + column : column * size + row;
  return Array.from({ length: size * size }, (_, at) => {
    const [row, column] = [Math.floor(at / size), at % size];
    return Array.from({ length: size }, (__, deep) => deep).reduce(
      (sum, deep) => sum + (place(left, row, deep) - 20) * (3 * place(right, deep, column) - 50),
      1,
    );
  });
}

test.for<Given>([
  { type: 'f32', left: 'row_major', right: 'row_major' },
  { type: 'f32', left: 'column_major', right: 'row_major' },
  { type: 'i32', left: 'row_major', right: 'column_major' },
])('a product of $type, left $left, right $right, is the sum of products', (given) => {
  expect(product(given)).toEqual({ hazards: [], values: expected(given) });
});

test('a matrix whose last row is stored past the end of its buffer is a hazard', () => {
  const room = size * (size - 1);
  const { hazards } = product({ type: 'f32', left: 'row_major', right: 'row_major', room });
  expect(hazards.map(({ kind }) => kind)).toEqual(['out-of-bounds']);
});
