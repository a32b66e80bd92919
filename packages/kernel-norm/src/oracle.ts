// What is right: every element within the forward error bound of the f64 normalisation.
import { flawless, observing, stretchOf } from '@kernel-ladder/harness';
import type { Accuracy, Arrays, Finding, NumberArray, Oracle, Part } from '@kernel-ladder/harness';
import { sumError } from '@kernel-ladder/kernel-kit';
import { isObserved, termsOf } from './cases.ts';
import type { NormCase } from './cases.ts';
import { compareRow, startComparison } from './oracle/compare.ts';
import { oddRow } from './inputs.ts';
import { classify, leavesRow } from './oracle/observe.ts';
import { problemOf, rowStatistics } from './oracle/reference.ts';
import type { RowStatistics } from './oracle/reference.ts';

/**
 * |y − ref| ≤ |γ|·r·δμ + |γ·r·(x − μ)|·(δV/(V + ε) + 14u) + 2u·|β| + 2^-126 with r = 1/√(V + ε), u = 2^-24 and the
 * errors of mean and variance as `rowBound` derives them; for RMS norm μ and δμ are 0 and δV/(V + ε) is g + 4u.
 */
export function normOracle(params: NormCase, inputs: Arrays, part?: Part): Oracle {
  const problem = problemOf(params, inputs);
  if (isObserved(params.fill))
    return observing(
      'normalisation of what is not finite',
      (outputs) => classify(problem, oddRow(params), outputOf(outputs)),
      leavesRow,
    );
  const rows = stretchOf(problem.rows, part);
  // Taken once, on first use: every variant of a case is judged by the same oracle.
  let statistics: RowStatistics | null = null;
  const verify = (outputs: Arrays, accuracy: Accuracy): Finding => {
    statistics ??= rowStatistics(problem, rows);
    const comparison = startComparison({
      problem,
      statistics,
      y: outputOf(outputs),
      g: sumError(accuracy.longestSum, termsOf(params)),
    });
    for (let row = rows.from; row < rows.to; row++) compareRow(comparison, row);
    return { ...flawless, ...comparison.tally, passed: comparison.tally.worst <= 1 };
  };
  return { name: 'f64 two-pass normalisation', verify };
}

function outputOf(outputs: Arrays): NumberArray {
  const y = outputs['y'];
  if (!y) throw new Error('no output "y"');
  return y;
}
