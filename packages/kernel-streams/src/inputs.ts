// Whole numbers, of which every result is exact.
import { allocate, fillWithDraws } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Random } from '@kernel-ladder/harness';
import { isBatch } from './cases.ts';
import type { StreamCase } from './cases.ts';
import { modulus } from './oracle/chain.ts';

// Sums of 4096 products of two of these are below 2^24.
const largest = 8;

/** `x`: numbers below 2^20 that chains begin with; `a` and `b`: matrices of whole numbers from −8 to 8, row by row. */
export function streamInputs(params: StreamCase, random: Random): Arrays {
  if (!isBatch(params)) return { x: numbers(params.bytes / 4, random, [0, modulus - 1]) };
  const count = params.products * params.m ** 2;
  const range = [-largest, largest] as const;
  return { a: numbers(count, random, range), b: numbers(count, random, range) };
}

function numbers(count: number, random: Random, [least, most]: readonly [number, number]): NumberArray {
  return fillWithDraws(allocate('f32', count), () => random.integer(least, most), random);
}
