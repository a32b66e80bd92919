// Loses what the small part of a pair is there to keep: some of it is what a compiler does that fuses or reassociates.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { isBehindFirst, isBatch } from './takes.ts';

const change = (find: string, replace: string) => edit('double-single.wgsl', find, replace);

/** Faults of this class. */
export const wrongPairs: readonly Fault<GemmCase>[] = [
  {
    name: 'simplified-sums',
    summary: 'Takes the rounding error of a sum for zero, as (x + y) − x = y has it.',
    of: 'double-single',
    change: change('rounded(rounded(x - of_x) + rounded(y - of_y))', '0.0'),
    answer: 'wrong-value',
    takes: ({ k }) => k > 1,
  },
  {
    name: 'fused-products',
    summary: 'Takes the rounding error of a product for zero, as the exact product has it.',
    of: 'double-single',
    change: change('rounded(crossed + x_tail * y_tail)', '0.0'),
    answer: 'wrong-value',
    takes: ({ k }) => k > 0,
  },
  {
    name: 'forgotten-tails',
    summary: 'Leaves the product of the tails out of the error of a product.',
    of: 'double-single',
    change: change('rounded(crossed + x_tail * y_tail)', 'crossed'),
    answer: 'wrong-value',
    takes: ({ k }) => k > 0,
  },
  {
    name: 'small-part-of-a',
    summary: 'Leaves the small parts of A out.',
    of: 'double-single',
    change: change('x.x * y.y + x.y * y.x', 'x.x * y.y'),
    answer: 'wrong-value',
    takes: ({ k }) => k > 0,
  },
  {
    name: 'large-parts-alone',
    summary: 'Writes the large part of the sum and no small one.',
    of: 'double-single',
    change: change('+ column] = sum;', '+ column] = vec2f(sum.x, 0.0);'),
    answer: 'wrong-value',
    takes: ({ k }) => k > 0,
  },
  {
    name: 'first-pairs',
    summary: 'Reads the first B of pairs for all of a batch.',
    of: 'double-single',
    change: change('load_b(group.z * (K * N)', 'load_b(0u'),
    answer: 'wrong-value',
    at: (index, params) => isBehindFirst(index / 2, params),
    takes: (params) => isBatch(params) && params.k > 0,
  },
  {
    name: 'turned-pairs',
    summary: 'Takes a B of pairs that is stored transposed for one that is not.',
    of: 'double-single',
    change: change('column * K + k, B_IS_TURNED', 'column * K + k, A_IS_TURNED'),
    answer: 'wrong-value',
    takes: ({ layout, k }) => k > 0 && (layout === 'nt' || layout === 'tn'),
  },
];
