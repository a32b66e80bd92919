// Seeded operands, already rounded to their storage type.
import { fill } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Random } from '@kernel-ladder/harness';
import type { GemmCase } from './cases.ts';

/** A[m, k] and B[k, n] of one case. */
export function createInputs(params: GemmCase, random: Random): Arrays {
  const { m, n, k } = params;
  const element = params.fill === 'integers' ? integers(k, random) : uniform(random);
  return { a: store(params, m * k, element), b: store(params, k * n, element) };
}

function store(params: GemmCase, length: number, element: () => number): NumberArray {
  const wide = fill(new Float32Array(length), element);
  return params.dtype === 'f32' ? wide : new Float16Array(wide);
}

// An f16 below 2⁻¹⁴ is subnormal, which WGSL lets a device flush: keep all elements out of there.
const smallest = 2 ** -14;

function uniform(random: Random): () => number {
  return () => {
    const value = random.uniform(-1, 1);
    return Math.abs(value) < smallest ? smallest : value;
  };
}

// As large as every sum of k products stays below 2²³, so that f32 is exact in any order; 2048 bounds the integers
// that f16 stores exactly.
function integers(k: number, random: Random): () => number {
  const largest = Math.min(2048, Math.floor(Math.sqrt(2 ** 23 / Math.max(1, k))));
  return () => random.integer(-largest, largest);
}
