// Columns that the moments of a row leave out. Squares of integers add up exactly. No fill makes deviations from a mean exact in every
// algorithm, and none is needed: what one column less does shows in all elements of its row, every element is compared, and what
// a kernel leaves out of one row it leaves out of all.
import { inputsOf } from '@kernel-ladder/harness';
import type { Arrays } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { normCase, ops } from './cases.ts';
import type { NormCase } from './cases.ts';
import { family } from './family.ts';
import { epsilon } from './inputs.ts';
import { problemOf, rowStatistics } from './oracle/reference.ts';

// One row, right but for a column that its moments miss.
function without(params: NormCase, inputs: Arrays, lost: number): Float32Array {
  const problem = problemOf(params, inputs);
  const { x, gamma, beta, columns } = problem;
  const statistics = rowStatistics(problem);
  const [mean = 0, square = 0] = [statistics.mean[0], statistics.square[0]];
  const value = x[lost] ?? 0;
  const centre = beta ? mean - value / columns : 0;
  const variance = square - value ** 2 / columns - centre ** 2;
  const inverse = 1 / Math.sqrt(variance + epsilon);
  return Float32Array.from(x, (each, column) => {
    const scale = inverse * (gamma[column] ?? 0);
    return (each - centre) * scale + (beta?.[column] ?? 0);
  });
}

function shareFound(params: NormCase, longestSum: number): number {
  const inputs = inputsOf(family, params, 1);
  const { verify } = family.oracle(params, inputs);
  const places = Array.from({ length: 40 }, (_, index) => Math.floor((index * params.columns) / 40));
  const found = places.filter((lost) => !verify({ y: without(params, inputs, lost) }, { longestSum }).passed);
  return found.length / places.length;
}

const cases = ops.flatMap((op) => [128, 1024, 4096, 16_384].map((columns) => normCase(1, columns, op)));

test.for(cases)('$op of $columns columns: one that is lost shows in most rows', (params) => {
  const honest = Math.ceil(params.columns / 256) + 16;
  expect(shareFound(params, honest)).toBeGreaterThan(0.7);
});

test.for(cases.filter(({ op }) => op === 'layernorm'))(
  'layernorm of $columns columns: it shows in half of the rows whatever chain a plan claims',
  (params) => {
    expect(shareFound(params, params.columns)).toBeGreaterThan(0.5);
  },
);

test.for(cases.filter(({ op }) => op === 'rmsnorm'))(
  'rmsnorm of $columns integers: it shows in every row',
  (params) => {
    const exact = family.exact?.(params) ?? params;
    expect(shareFound(exact, params.columns)).toBe(1);
  },
);
