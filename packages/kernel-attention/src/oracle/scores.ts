// Judges S: rows spread over all heads and tiles against f64, and every element by whether its query sees the key.
import { allOf, elementwise, flawless, stretchOf, unitRoundoff } from '@kernel-ladder/harness';
import type { Oracle, Part } from '@kernel-ladder/harness';
import { hidden, visibleKeys } from '../cases.ts';
import type { AttentionCase } from '../cases.ts';
import { logitsOfRow } from './reference.ts';
import type { Logits, Operands } from './reference.ts';
import { elementsOf, logitError, sampledRows } from './rows.ts';
import type { Choice } from './rows.ts';

/** The f64 products of sampled rows; of all others which elements are hidden. Scores of whole numbers are exact but for the scale. */
export function scoresOracle(params: AttentionCase, operands: Operands, choice: Choice): Oracle {
  return allOf('f64 products and the mask', [
    rowsOracle(params, operands, choice),
    maskOracle(params, choice.part),
  ]);
}

function rowsOracle(params: AttentionCase, operands: Operands, choice: Choice): Oracle {
  const { k, fill } = params;
  // Elements are asked for row by row.
  let [logits, ofRow]: [Logits, number] = [{ logits: new Float64Array(0), largestLogit: 0 }, -1];
  const at = (index: number) => {
    const row = Math.floor(index / k);
    if (row !== ofRow) [logits, ofRow] = [logitsOfRow(params, operands, row), row];
    return logits;
  };
  const expected = (index: number) => at(index).logits[index % k] ?? hidden;
  const rows = sampledRows(params, choice);
  return elementwise('f64 products', {
    output: 'scores',
    indices: () => elementsOf(rows, k),
    expected,
    tolerance: (index) => {
      const { logits: seen, largestLogit } = at(index);
      if (index % k >= seen.length) return 0;
      if (fill === 'whole') return 3 * unitRoundoff.f32 * Math.abs(expected(index));
      return logitError(params, largestLogit);
    },
  });
}

// A look at every element, where f64 only looks at some rows.
function maskOracle(params: AttentionCase, part?: Part): Oracle {
  const { h, q, k } = params;
  return {
    name: 'mask',
    verify: ({ scores }) => {
      if (!scores) throw new Error('the scores are missing');
      const { from, to } = stretchOf(scores.length / Math.max(1, k), part);
      for (let row = from; row < to; row++) {
        const seen = visibleKeys(params, Math.floor(row / (q * h)), row % q);
        for (let key = 0; key < k; key++) {
          const index = row * k + key;
          const score = scores[index] ?? Number.NaN;
          const isRight = key < seen ? Number.isFinite(score) && score !== hidden : score === hidden;
          if (!isRight) return { ...flawless, ...stray(index, score, key < seen) };
        }
      }
      return flawless;
    },
  };
}

function stray(index: number, score: number, isSeen: boolean) {
  const message = `scores[${index}] is ${score}, and its query ${isSeen ? 'sees' : 'does not see'} the key`;
  return { passed: false, worst: Infinity, message, at: { output: 'scores', index } };
}
