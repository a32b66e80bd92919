// What became of a row with NaN or infinity in it, on which WGSL promises nothing, and whether the other rows stayed right.
import type { NumberArray } from '@kernel-ladder/harness';
import { sumError } from '@kernel-ladder/kernel-kit';
import { compareRow, startComparison } from './compare.ts';
import { rowStatistics } from './reference.ts';
import type { Problem } from './reference.ts';

// The longest chain of any rung on the rows that are observed.
const longestSum = 160;

/** Whether a row beside the odd one went wrong: a number that is not finite stays in its row. */
export function leavesRow(outcome: string): boolean {
  return !outcome.endsWith('; other rows right');
}

/** Names what came out of the odd row, and counts the rows beside it that went wrong. */
export function classify(problem: Problem, oddRow: number, y: NumberArray): string {
  // As if what is not finite were not there.
  const finite = Float32Array.from(problem.x, (value) => (Number.isFinite(value) ? value : -Infinity));
  const tidy = { ...problem, x: finite };
  const statistics = rowStatistics(tidy);
  const isRight = (row: number) => {
    const comparison = startComparison({
      problem: tidy,
      statistics,
      y,
      sumError: sumError(longestSum, 'drawn'),
    });
    compareRow(comparison, row);
    return comparison.tally.worst <= 1;
  };
  const others = Array.from({ length: problem.rows }, (_, row) => row).filter((row) => row !== oddRow);
  const wrong = others.filter((row) => !isRight(row)).length;
  const outcome = outcomeOf(keptOf(problem, oddRow, y), isRight(oddRow));
  return `${outcome}; ${wrong === 0 ? 'other rows right' : `${wrong} other rows wrong`}`;
}

function keptOf({ columns, keep }: Problem, row: number, y: NumberArray): readonly number[] {
  return Array.from(y.subarray(row * columns, (row + 1) * columns)).filter(
    (_, column) => keep === null || keep[column],
  );
}

function outcomeOf(values: readonly number[], isRightWithoutIt: boolean): string {
  if (values.every(Number.isNaN)) return 'row becomes NaN';
  if (values.every((value) => value === 0)) return 'row becomes zeros';
  if (values.every((value) => value === values[0])) return 'row becomes uniform';
  if (isRightWithoutIt) return 'weight 0, the rest of the row right';
  return `other: ${values.filter(Number.isNaN).length} of ${values.length} are NaN`;
}
