// Judges ln Σ exp(S): rows spread over all heads and tiles against f64, and every row by whether its query sees a key.
import { allOf, elementwise, flawless, stretchOf, unitRoundoff } from '@kernel-ladder/harness';
import type { Oracle, Part } from '@kernel-ladder/harness';
import { hidden, visibleKeys } from '../cases.ts';
import type { AttentionCase } from '../cases.ts';
import { logitsOfRow, logSumExp } from './reference.ts';
import type { Operands } from './reference.ts';
import { logitError, sampledRows } from './rows.ts';
import type { Choice } from './rows.ts';

/** The f64 sums of sampled rows; of all others whether there is one. */
export function lseOracle(params: AttentionCase, operands: Operands, choice: Choice): Oracle {
  return allOf('f64 log-sum-exp and the mask', [
    rowsOracle(params, operands, choice),
    maskOracle(params, choice.part),
  ]);
}

/**
 * A logit's error is that of the result; exponentials and their sum add relative errors, which a logarithm makes absolute: those of
 * exp and log (WGSL) and of √k roundings. Where a query sees nothing the result is the least finite number.
 */
function rowsOracle(params: AttentionCase, operands: Operands, choice: Choice): Oracle {
  const rows = new Map(
    sampledRows(params, choice).map((row) => {
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

/** A look at every row, where f64 only looks at some: the least finite number where its query sees no key, else another finite one. */
export function maskOracle(params: AttentionCase, part?: Part): Oracle {
  const { h, q } = params;
  return {
    name: 'mask',
    verify: ({ lse }) => {
      if (!lse) throw new Error('the log-sum-exps are missing');
      const { from, to } = stretchOf(lse.length, part);
      for (let row = from; row < to; row++) {
        const value = lse[row] ?? Number.NaN;
        const sees = visibleKeys(params, Math.floor(row / (q * h)), row % q) > 0;
        const isRight = sees ? Number.isFinite(value) && value !== hidden : value === hidden;
        if (!isRight) return { ...flawless, ...stray(row, value, sees) };
      }
      return flawless;
    },
  };
}

function stray(row: number, value: number, sees: boolean) {
  const message = `lse[${row}] is ${value}, and its query sees ${sees ? 'some key' : 'no key'}`;
  return { passed: false, worst: Infinity, message, at: { output: 'lse', index: row } };
}
