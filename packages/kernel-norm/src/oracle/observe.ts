// What became of a row with NaN or infinity in it, on which WGSL promises nothing, and whether the other rows stayed right.
import type { NumberArray } from '@kernel-ladder/harness';
import { sumError } from '@kernel-ladder/kernel-kit';
import { compareRow, startComparison } from './compare.ts';
import { rowStatistics } from './reference.ts';
import type { Problem } from './reference.ts';

// The longest chain of any rung on the rows that are observed.
const longestSum = 64;

/** Whether a row beside the odd one went wrong: a number that is not finite stays in its row. */
export function leavesRow(outcome: string): boolean {
  return !outcome.endsWith('; other rows right');
}

/** Names what came out of the odd row, and counts the rows beside it that went wrong. */
export function classify(problem: Problem, oddRow: number, y: NumberArray): string {
  const statistics = rowStatistics(problem);
  const isRight = (row: number) => {
    const comparison = startComparison({ problem, statistics, y, g: sumError(longestSum, 'drawn') });
    compareRow(comparison, row);
    return comparison.tally.worst <= 1;
  };
  const others = Array.from({ length: problem.rows }, (_, row) => row).filter((row) => row !== oddRow);
  const wrong = others.filter((row) => !isRight(row)).length;
  const outcome = outcomeOf(problem, y.subarray(oddRow * problem.columns, (oddRow + 1) * problem.columns));
  return `${outcome}; ${wrong === 0 ? 'other rows right' : `${wrong} other rows wrong`}`;
}

function outcomeOf({ columns, beta }: Problem, row: NumberArray): string {
  const nans = row.filter(Number.isNaN).length;
  if (nans === columns) return 'row becomes NaN';
  // An inverse root of 0 leaves the shift.
  const isShiftOnly = row.every((value, column) => Number.isNaN(value) || value === (beta?.[column] ?? 0));
  if (isShiftOnly) return `${nans} of the row NaN, the rest ${beta ? 'beta' : 'zero'}`;
  return `other: ${nans} of ${columns} are NaN`;
}
