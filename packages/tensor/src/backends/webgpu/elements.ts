// Elements as they lie in a buffer of the device: WGSL stores no bool and nothing of a byte, so both take a word.
import { countOf } from '@kernel-ladder/fusion';
import type { Type } from '@kernel-ladder/fusion';
import { hostArray } from '../../arrays.ts';
import type { HostArray } from '../../arrays.ts';

/** Bytes of a buffer for a type: whole vec4s, as kernels read them. */
export function bufferBytes({ dtype, shape }: Type): number {
  const bytes = countOf(shape) * (dtype === 'f16' ? 2 : 4);
  return Math.max(16, Math.ceil(bytes / 16) * 16);
}

/** The words of a buffer, from elements of the host. */
export function toWords({ dtype }: Type, elements: HostArray): HostArray {
  if (dtype === 'bool') return Uint32Array.from(elements, (element) => Number(element !== 0));
  return dtype === 'i8' ? Int32Array.from(elements) : elements;
}

/** Elements of the host, from the bytes of a buffer. */
export function fromWords({ dtype, shape }: Type, bytes: ArrayBuffer): HostArray {
  const count = countOf(shape);
  if (dtype !== 'bool' && dtype !== 'i8') return hostArray(dtype, bytes).subarray(0, count);
  const elements = hostArray(dtype, count);
  elements.set((dtype === 'bool' ? new Uint32Array(bytes) : new Int32Array(bytes)).subarray(0, count));
  return elements;
}
