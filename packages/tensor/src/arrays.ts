// How elements lie in the host's memory: an array of their own type; a bool is a byte, 0 or 1.
import { countOf, stored } from '@kernel-ladder/fusion';
import type { Dtype, Type } from '@kernel-ladder/fusion';

/** Elements on the host. */
export type HostArray = Float32Array | Float16Array | Int32Array | Uint32Array | Int8Array | Uint8Array;

/** A new array of that type, or a view of bytes that there are. */
export function hostArray(dtype: Dtype, from: number | ArrayBufferLike): HostArray {
  return new arrays[dtype](from as number & ArrayBuffer); // Constructors take either; their overloads are one by one.
}

const arrays = {
  f32: Float32Array,
  f16: Float16Array,
  i32: Int32Array,
  u32: Uint32Array,
  i8: Int8Array,
  bool: Uint8Array,
} as const;

/** Bytes of the elements of a type on the host. */
export function hostBytes({ dtype, shape }: Type): number {
  return arrays[dtype].BYTES_PER_ELEMENT * countOf(shape);
}

/** Numbers rounded, or wrapped, to elements of a type: a bool is whether one is not 0. */
export function toElements(dtype: Dtype, numbers: ArrayLike<number>): HostArray {
  const elements = hostArray(dtype, numbers.length);
  for (let index = 0; index < elements.length; index++) elements[index] = stored(dtype, numbers[index] ?? 0);
  return elements;
}
