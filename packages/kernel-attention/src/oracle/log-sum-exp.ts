// Judges ln Σ exp(S) of each query, of rows spread over all heads and tiles.
import { elementwise, unitRoundoff } from '@kernel-ladder/harness';
import type { Oracle, Random } from '@kernel-ladder/harness';
import { hidden } from '../cases.ts';
import type { AttentionCase } from '../cases.ts';
import { logitsOfRow, logSumExp } from './reference.ts';
import type { Operands } from './reference.ts';
import { logitError, sampledRows } from './rows.ts';

/**
 * A logit's error is that of the result; exponentials and their sum add relative errors, which a logarithm makes absolute: those of
 * exp and log (WGSL) and of √k roundings. Where a query sees nothing the result is the least finite number.
 */
export function lseOracle(params: AttentionCase, operands: Operands, judging: Random): Oracle {
  const rows = new Map(
    sampledRows(params, judging).map((row) => {
      const { logits, largestLogit } = logitsOfRow(params, operands, row);
      return [row, { value: logSumExp(logits), largestLogit }] as const;
    }),
  );
  const ofSums = 2 ** -20 + 4 * Math.sqrt(params.k) * unitRoundoff.f32;
  return elementwise('f64 log-sum-exp', {
    output: 'lse',
    indices: () => rows.keys(),
    expected: (row) => rows.get(row)?.value ?? Number.NaN,
    tolerance: (row) => {
      const { value = hidden, largestLogit = 0 } = rows.get(row) ?? {};
      if (value === hidden) return 0;
      return logitError(params, largestLogit) + ofSums + 4 * unitRoundoff.f32 * Math.abs(value);
    },
  });
}
