// What tensors are made from: lists, arrays, one number, a count, a seed.
import { checkLengths, countOf, dtypes, node } from '@kernel-ladder/fusion';
import type { Dtype, Expression, Shape, Type } from '@kernel-ladder/fusion';
import { hostArray, toElements } from './arrays.ts';
import type { HostArray } from './arrays.ts';
import { normals } from './random.ts';

/** Numbers or booleans, nested as deep as the tensor has axes. */
export type Nested = number | boolean | readonly Nested[];

/** Elements: nested lists, or an array in row-major order. */
export type Data = Nested | HostArray;

/** What is known of a tensor that is made. */
export interface TensorOptions {
  /** Of an array, the lengths of the axes; one axis when left out. */
  readonly shape?: Shape;
  /** The array's own, f32 of numbers and bool of booleans when left out. */
  readonly dtype?: Dtype;
  /** What messages call it. */
  readonly name?: string;
}

/** The type of the data, and a copy of its elements. Throws where lists are ragged, lengths are none, or elements too few or too many. */
export function dataOf(
  data: Data,
  options: TensorOptions,
): { readonly type: Type; readonly elements: HostArray } {
  const isArray = ArrayBuffer.isView(data);
  const numbers = isArray ? data : flattened(data, shapeOf(data));
  const shape = options.shape ?? (isArray ? [data.length] : shapeOf(data));
  const dtype = options.dtype ?? (isArray ? dtypeOfArray(data) : dtypeOf(data));
  const type = checkLengths({ dtype, shape });
  if (countOf(shape) !== numbers.length)
    throw new RangeError(
      `${numbers.length} elements for the shape [${shape.join(',')}] of ${countOf(shape)}`,
    );
  return {
    type,
    // A bool is 0 or 1, whatever the byte was.
    elements: isArray && isOf(data, dtype) && dtype !== 'bool' ? data.slice() : toElements(dtype, numbers),
  };
}

/** One number everywhere. */
export function fullOf(shape: Shape, value: number, dtype: Dtype = 'f32'): Expression {
  return node('constant', [], { value, dtype, shape });
}

/** 0, 1, 2 … */
export function arangeOf(count: number, dtype: Dtype = 'i32'): Expression {
  return node('iota', [], { axis: 0, dtype, shape: [count] });
}

/** Draws of the normal distribution. Throws for a type without fractions. */
export function randnOf(
  shape: Shape,
  { seed, dtype = 'f32' }: TensorOptions & { readonly seed: number },
): HostArray {
  if (dtype !== 'f32' && dtype !== 'f16') throw new RangeError(`randn draws f32 or f16, not ${dtype}`);
  return toElements(dtype, normals(seed, countOf(shape)));
}

function shapeOf(data: Nested): Shape {
  if (typeof data !== 'object') return [];
  const [first] = data;
  return first === undefined ? [0] : [data.length, ...shapeOf(first)];
}

function flattened(data: Nested, shape: Shape, path = ''): readonly number[] {
  const [length, ...inner] = shape;
  if (typeof data !== 'object') {
    if (length === undefined) return [Number(data)];
    throw new RangeError(`data${path} is one number, where the first list has ${length}`);
  }
  if (data.length !== length)
    throw new RangeError(
      `data${path} has ${data.length} elements, where the first list has ${length ?? 'none'}`,
    );
  return data.flatMap((part, index) => flattened(part, inner, `${path}[${index}]`));
}

function dtypeOf(data: Nested): Dtype {
  if (typeof data !== 'object') return typeof data === 'boolean' ? 'bool' : 'f32';
  const [first] = data;
  return first === undefined ? 'f32' : dtypeOf(first);
}

// A byte without a sign is a bool: nothing else has such an array.
function dtypeOfArray(data: HostArray): Dtype {
  const found = dtypes.find((dtype) => isOf(data, dtype));
  if (found) return found;
  throw new TypeError(`no element type is held by a ${data.constructor.name}: say which with dtype`);
}

function isOf(data: HostArray, dtype: Dtype): boolean {
  return hostArray(dtype, 0).constructor === data.constructor;
}
