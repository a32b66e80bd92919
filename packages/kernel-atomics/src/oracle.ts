// What is right: exact counts, sums that wrap, the same words as a multiset or in their order, degrees and distances.
import { allOf, elementwise, stretchOf } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Oracle, Part, Random } from '@kernel-ladder/harness';
import { arrayOf } from '@kernel-ladder/kernel-kit';
import { byKind } from './cases/kinds.ts';
import type { AtomicsCase, ContentionCase, HistogramCase } from './cases/kinds.ts';
import { keyWords } from './inputs.ts';
import { degreesOf, levelsOf } from './oracle/graph.ts';
import { sameWords } from './oracle/multiset.ts';
import { occurrencesOf } from './oracle/occurrences.ts';
import { slotOf } from './oracle/slots.ts';

/** The bound in words. */
export const tolerance =
  'every count, sum, degree, level and word exactly; lists whose order is open as multisets';

/** The reference of a case. */
export function atomicsOracle(params: AtomicsCase, inputs: Arrays, _?: Random, part?: Part): Oracle {
  const exactly = (output: string, due: NumberArray) => exact(output, due, part);
  const x = () => arrayOf(inputs, 'x');
  return byKind<Oracle>(params, {
    histogram: (histogram) => exactly('counts', countsOf(histogram, x())),
    contention: (contention) => exactly('sums', sumsOf(contention, arrayOf(inputs, 'key'))),
    append: () => listed(sameWords('y', x(), part), x().length, part),
    compact: ({ order }) =>
      listed(order === 'kept' ? keptInOrder(x(), part) : sameWords('y', x(), part, 1), countOf(x()), part),
    degrees: (graph) => exactly('degrees', degreesOf(graph, arrayOf(inputs, 'edges'))),
    levels: (graph) => exactly('levels', levelsOf(graph, arrayOf(inputs, 'edges'))),
    hash: () => exactly('found', occurrencesOf(arrayOf(inputs, 'keys'), arrayOf(inputs, 'queries'), part)),
  });
}

function exact(output: string, due: NumberArray, part?: Part): Oracle {
  const reference = { output, expected: (index: number) => due[index] ?? 0, tolerance: () => 0 };
  return elementwise(`exact ${output}`, reference, part);
}

function listed(words: Oracle, count: number, part?: Part): Oracle {
  return allOf('a list and its length', [words, exact('count', Uint32Array.of(count), part)]);
}

function countOf(x: NumberArray): number {
  let count = 0;
  for (let index = 0; index < x.length; index++) if (x[index] !== 0) count++;
  return count;
}

// What is kept at the places of a part, behind all that is kept before.
function keptInOrder(x: NumberArray, part?: Part): Oracle {
  const { from, to } = stretchOf(countOf(x), part);
  const due = new Uint32Array(to - from);
  for (let index = 0, at = 0; at < to; index++) {
    const word = x[index] ?? 0;
    if (word === 0) continue;
    if (at >= from) due[at - from] = word;
    at++;
  }
  const expected = (index: number) => due[index - from] ?? 0;
  return elementwise('exact y', { output: 'y', expected, tolerance: () => 0 }, part);
}

function countsOf({ bins }: HistogramCase, x: NumberArray): NumberArray {
  const counts = new Uint32Array(bins);
  for (const bin of x) counts[bin] = (counts[bin] ?? 0) + 1;
  return counts;
}

// Sums wrap, as atomics do.
function sumsOf({ n, targets }: ContentionCase, key: NumberArray): NumberArray {
  const sums = new Uint32Array(targets);
  for (let index = 0; index < n; index++) {
    const slot = slotOf(index, targets);
    sums[slot] = (sums[slot] ?? 0) + (((key[index % keyWords] ?? 0) ^ index) >>> 0);
  }
  return sums;
}
