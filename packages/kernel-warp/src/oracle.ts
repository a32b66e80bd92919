// What is right: every word and every number exactly, since integers wrap and sums of these floats do not round.
import { elementwise, stretchOf } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Oracle, Part, Random, Reference } from '@kernel-ladder/harness';
import { arrayOf } from '@kernel-ladder/kernel-kit';
import { byKind } from './cases/kinds.ts';
import type { PartitionCase, PrefixCase, SumCase, WarpCase } from './cases/kinds.ts';
import type { Number32 } from './numbers.ts';
import { builtinOracle } from './oracle/builtins.ts';
import { resultOfKey } from './oracle/keyed.ts';
import { blockLength } from './problem.ts';

/** The bound in words. */
export const tolerance = 'none: words and floats are what they are, in any order of additions';

/** The reference of a case. */
export function warpOracle(params: WarpCase, inputs: Arrays, _?: Random, part?: Part): Oracle {
  return byKind<Oracle>(params, {
    sum: (sum) => sumOracle(sum, inputs, part),
    prefix: (prefix) => prefixOracle(prefix, inputs, part),
    keyed: () => keyedOracle(inputs, part),
    partition: (partition) => partitionOracle(partition, inputs, part),
    builtin: (builtin) => builtinOracle(builtin, inputs),
  });
}

function exactly(name: string, reference: Pick<Reference, 'output' | 'expected'>, part?: Part): Oracle {
  return elementwise(name, { ...reference, tolerance: () => 0 }, part);
}

function sumOracle({ dtype }: SumCase, inputs: Arrays, part?: Part): Oracle {
  const x = arrayOf(inputs, 'x');
  const total = sumOf(x, dtype, 0, x.length);
  return exactly('the sum', { output: 'total', expected: () => total }, part);
}

function prefixOracle(params: PrefixCase, inputs: Arrays, part?: Part): Oracle {
  const { n, scan, dtype } = params;
  const x = arrayOf(inputs, 'x');
  const length = blockLength(params);
  const { from, to } = stretchOf(n, part);
  const prefixes = x.slice(from, to);
  // What stands before the part in its first block.
  const first = from - (from % Math.max(1, length));
  let sum = sumOf(x, dtype, first, from);
  for (let index = from; index < to; index++) {
    const before = index % length === 0 ? 0 : sum;
    sum = wrapped(before + (x[index] ?? 0), dtype);
    prefixes[index - from] = scan === 'inclusive' ? sum : before;
  }
  return exactly('prefix sums', { output: 'y', expected: (index) => prefixes[index - from] ?? 0 }, part);
}

function keyedOracle(inputs: Arrays, part?: Part): Oracle {
  const [keys, x] = [arrayOf(inputs, 'keys'), arrayOf(inputs, 'x')];
  const start = arrayOf(inputs, 'launch')[0] ?? 0;
  const known = new Map<number, number>();
  const resultOf = (key: number) => {
    const result = known.get(key) ?? resultOfKey(key, start);
    known.set(key, result);
    return result;
  };
  const expected = (index: number) => ((x[index] ?? 0) + resultOf(keys[index] ?? 0)) >>> 0;
  return exactly('rounds of each key', { output: 'y', expected }, part);
}

function partitionOracle({ n, lanes }: PartitionCase, inputs: Arrays, part?: Part): Oracle {
  const x = arrayOf(inputs, 'x');
  const expected = (index: number) => sumOf(x, 'u32', index * lanes, Math.min(n, (index + 1) * lanes));
  return exactly('sums of neighbours', { output: 'sums', expected }, part);
}

function sumOf(x: NumberArray, dtype: Number32, from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index++) sum = wrapped(sum + (x[index] ?? 0), dtype);
  return sum;
}

function wrapped(sum: number, dtype: Number32): number {
  if (dtype === 'f32') return sum;
  return dtype === 'i32' ? sum | 0 : sum >>> 0;
}
