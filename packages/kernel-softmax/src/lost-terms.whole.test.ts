// Columns that a denominator leaves out: exponentials of 1 and 0 count the ones, and one that is lost shows in all of its row.
import { inputsOf } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { softmaxCase } from './cases.ts';
import type { SoftmaxCase } from './cases.ts';
import { family } from './family.ts';

// The result of a row whose denominator misses some columns that count, and is right but for that.
function isRejected(params: SoftmaxCase, lost: number): boolean {
  const inputs = inputsOf(family, params, 1);
  const x = inputs['x'] as Float32Array;
  const isOne = (value: number, column: number) =>
    value === 0 && (inputs['keep']?.[column % params.columns] ?? 1) !== 0;
  const count = x.reduce((sum, value, column) => sum + (isOne(value, column) ? 1 : 0), 0);
  const y = x.map((value, column) => (isOne(value, column) ? 1 / (count - lost) : 0));
  const accuracy = { longestSum: family.mostTerms?.(params) ?? 0 };
  return !family.oracle(params, inputs).verify({ y }, accuracy).passed;
}

const exactOf = (params: SoftmaxCase) => family.exact?.(params) ?? params;

// What exp and a division may be off hides one column of a million; of 2^22, four.
const cases = [
  ...[32, 128, 257, 1024, 4096, 4097, 8192, 32_768].map((columns) => ({ columns, lost: 1 })),
  { columns: 2 ** 19, lost: 1 },
  { columns: 2 ** 22, lost: 5 },
];

test.for(cases)('of $columns columns $lost lost in the denominator shows', ({ columns, lost }) => {
  const params = exactOf(softmaxCase(1, columns));
  expect(isRejected(params, 0)).toBe(false);
  expect(isRejected(params, lost)).toBe(true);
});

test('one lost behind a mask shows as well', () => {
  const params = exactOf(softmaxCase(1, 4096, 'padding'));
  expect(isRejected(params, 0)).toBe(false);
  expect(isRejected(params, 1)).toBe(true);
});

// A denominator of every eighth exponential, eightfold: as near to the right one as a chain of 2^22 additions might come.
test('a row of 2^22 uniform logits whose denominator is a sample is rejected whatever chain its plan claims', () => {
  const params = softmaxCase(1, 2 ** 22);
  const inputs = inputsOf(family, params, 1);
  const x = inputs['x'] as Float32Array;
  const threads = { workgroups: 1024, workgroupSize: 256 };
  const accuracy = { longestSum: family.mostTerms?.(params, threads) ?? Infinity };
  const { verify } = family.oracle(params, inputs);
  const passes = (every: number) => {
    let sum = 0;
    for (let at = 0; at < x.length; at += every) sum += every * Math.exp(x[at] ?? 0);
    return verify({ y: x.map((value) => Math.exp(value) / sum) }, accuracy).passed;
  };
  expect({ all: passes(1), sample: passes(8) }).toEqual({ all: true, sample: false });
});
