// What is right: every element within its own bound of the f64 softmax, and every row summing to one.
import { flawless, observing, stretchOf } from '@kernel-ladder/harness';
import type { Arrays, Finding, NumberArray, Oracle, Part, Stretch } from '@kernel-ladder/harness';
import { sumError } from '@kernel-ladder/kernel-kit';
import { isObserved, termsOf } from './cases.ts';
import type { SoftmaxCase } from './cases.ts';
import { compareRow, startComparison } from './oracle/compare.ts';
import type { Comparison } from './oracle/compare.ts';
import { oddRow } from './inputs.ts';
import { classify, leavesRow } from './oracle/observe.ts';
import { problemOf, rowStatistics } from './oracle/reference.ts';
import type { RowStatistics } from './oracle/reference.ts';

/**
 * |y − ref| ≤ ref·(2^-23·(9 + 2·(d + d̄)) + g) + 2^-126, d the depth of the logit below the row's greatest and d̄ the mean
 * depth in the denominator: an exponential of a and a division lose 3 + 2·|a| and 2.5 units in the last place (WGSL), the
 * additions g as `sumError` bounds it, and what underflows may be flushed to zero. |Σy − 1| ≤ 1e-5 + g for every row; a row
 * without any column that counts is 0 and sums to 0.
 */
export function softmaxOracle(params: SoftmaxCase, inputs: Arrays, part?: Part): Oracle {
  const problem = problemOf(params, inputs);
  if (isObserved(params.fill))
    return observing(
      'softmax of what is not finite',
      (outputs) => classify(problem, oddRow(params), outputsOf(outputs)),
      leavesRow,
    );
  const rows = stretchOf(problem.rows, part);
  // Taken once, on first use: every variant of a case is judged by the same oracle.
  let statistics: RowStatistics | null = null;
  return {
    name: 'f64 softmax and row sums',
    verify: (outputs, { longestSum }) => {
      statistics ??= rowStatistics(problem, rows);
      const error = sumError(longestSum, termsOf(params.fill));
      return verifyRows({ problem, statistics, y: outputsOf(outputs), sumError: error }, rows);
    },
  };
}

function outputsOf(outputs: Arrays): NumberArray {
  const y = outputs['y'];
  if (!y) throw new Error('no output "y"');
  return y;
}

function verifyRows(parts: Omit<Comparison, 'tally'>, { from, to }: Stretch): Finding {
  const { problem } = parts;
  const comparison = startComparison(parts);
  for (let row = from; row < to && problem.columns > 0; row++) compareRow(comparison, row);
  return { ...flawless, ...comparison.tally, passed: comparison.tally.worst <= 1 };
}
