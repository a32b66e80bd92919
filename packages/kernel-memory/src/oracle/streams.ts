// The truth about streams: the same words, sums of blocks, words of a key, and triads in double precision.
import { elementwise, unitRoundoff } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Oracle, Part } from '@kernel-ladder/harness';
import { exactly, arrayOf } from '@kernel-ladder/kernel-kit';
import type { StreamCase } from '../cases/kinds.ts';
import { blockWords } from '../cases/probes.ts';
import { keyWords, scalar } from '../inputs.ts';

/** What a stream must leave. */
export function streamOracle({ op }: StreamCase, inputs: Arrays, part?: Part): Oracle {
  switch (op) {
    case 'copy':
      return copied(inputs, part);
    case 'read': {
      const x = arrayOf(inputs, 'x');
      return exactly('wrapping sums', { output: 'sums', expected: (block) => blockSum(x, block) }, part);
    }
    case 'write':
      return keyed(inputs, part);
    case 'triad':
      return triad(arrayOf(inputs, 'a'), arrayOf(inputs, 'b'), part);
    case 'gather':
      return gathered(arrayOf(inputs, 'x'), arrayOf(inputs, 'order'), part);
    default:
      return op satisfies never;
  }
}

/** The words of `x`, each in its own place: in whatever order they were taken. */
export function copied(inputs: Arrays, part?: Part): Oracle {
  const x = arrayOf(inputs, 'x');
  return exactly('the same words', { output: 'y', expected: (index) => x[index] ?? 0 }, part);
}

function gathered(x: NumberArray, order: NumberArray, part?: Part): Oracle {
  const expected = (index: number) => x[order[index] ?? 0] ?? 0;
  return exactly('the same words in their order', { output: 'y', expected }, part);
}

/** Word i of the key, round and round, xor i. */
export function keyed(inputs: Arrays, part?: Part): Oracle {
  const key = arrayOf(inputs, 'key');
  const expected = (index: number) => ((key[index % keyWords] ?? 0) ^ index) >>> 0;
  return exactly('words of the key and their place', { output: 'y', expected }, part);
}

/** The sum of the words from one place up to, and without, another, modulo 2³². */
export function sumOfWords(x: NumberArray, from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index++) sum = (sum + (x[index] ?? 0)) | 0;
  return sum >>> 0;
}

function blockSum(x: NumberArray, block: number): number {
  return sumOfWords(x, block * blockWords, Math.min(x.length, (block + 1) * blockWords));
}

function triad(a: NumberArray, b: NumberArray, part?: Part): Oracle {
  const reference = {
    output: 'y',
    expected: (index: number) => at(a, index) + scalar * at(b, index),
    tolerance: (index: number) =>
      2 * unitRoundoff.f32 * (Math.abs(at(a, index)) + Math.abs(scalar * at(b, index))),
  };
  return elementwise('f64 a + s·b', reference, part);
}

function at(array: NumberArray, index: number): number {
  return array[index] ?? Number.NaN;
}
